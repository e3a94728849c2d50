import type { Page } from '@playwright/test'
import type { User } from '#contract/accounts.ts'
import type { WelcomeMessage } from '#contract/broadcasts.ts'
import { DEFAULT_PRICES } from '#contract/fees.ts'
import type { Profile } from '#contract/profiles.ts'
import { NO_REVENUES, NUMBERS } from './money.ts'
import type { People } from './people.ts'

const NO_WELCOME: WelcomeMessage = {
  enabled: false,
  content: '',
  sent_this_month: 0,
  answered_this_month: 0,
  last_reader: null,
}

/** Signs in a new member. `as` overrides fields of the user in the responses. */
export async function signInAs(page: Page, people: People, as: Partial<User> = {}): Promise<void> {
  await people.signedIn(page, await people.signUp())
  if (Object.keys(as).length > 0) await pretendToBe(page, as)
}

/** Overrides fields of the signed-in user in the responses, from the next load on. */
export async function pretendToBe(page: Page, as: Partial<User>): Promise<void> {
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch()
    const user: User = await response.json()
    await route.fulfill({ response, json: { ...user, ...as } })
  })
  if (as.profile_id && as.username) await openPageOf(page, as.username, as.profile_id)
  if (as.role) await page.route('**/api/admin/numbers', (route) => route.fulfill({ json: NUMBERS }))
}

/** Stubs the background requests and the live connection of members' pages. Otherwise they may run at the moment a session ends. */
export async function withoutInbox(page: Page): Promise<void> {
  await page.context().route(/\/api\/conversations(\/received)?$/, (route) => route.fulfill({ json: [] }))
  await page.context().route('**/api/notices', (route) => route.fulfill({ json: [] }))
  const ticket = { ticket: 'none', expires_at: new Date(0).toISOString() }
  await page.context().route('**/api/cable_tickets', (route) => route.fulfill({ status: 201, json: ticket }))
  await page.context().routeWebSocket('**/api/cable?*', () => {})
}

/** Stubs the profile page of somebody who is a creator only in the stubbed responses. */
async function openPageOf(page: Page, username: string, id: string): Promise<void> {
  const person = { id, username, name: username, bio: '', profile_pic: null }
  const profile: Profile = {
    ...person,
    stories: [],
    suscribed: false,
    suscribed_until: null,
    is_muted: false,
    pinned_post_id: null,
    ...DEFAULT_PRICES,
  }
  await page.route(`**/api/profiles/${username}`, (route) => route.fulfill({ json: profile }))
  await page.route(`**/api/posts?username=${username}`, (route) => route.fulfill({ json: [] }))
  await page.route('**/api/conversations/received', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/revenues', (route) => route.fulfill({ json: NO_REVENUES }))
  await page.route('**/api/welcome_message', (route) => route.fulfill({ json: NO_WELCOME }))
}

export const CREATOR: Partial<User> = { username: 'amy', profile_id: '01939d2a-0000-7000-8000-000000000000' }
