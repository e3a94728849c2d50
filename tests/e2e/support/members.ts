import type { Page } from '@playwright/test'
import type { User } from '#contract/accounts.ts'
import type { People } from './people.ts'

/** A member is signed in on this page; `as` says what else they are, in the page's own eyes. */
export async function enterAs(page: Page, people: People, as: Partial<User> = {}): Promise<void> {
  await people.signedIn(page, await people.signUp())
  if (Object.keys(as).length === 0) return
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch()
    const user: User = await response.json()
    await route.fulfill({ response, json: { ...user, ...as } })
  })
}

export const CREATOR: Partial<User> = { username: 'amy', profile_id: '01939d2a-0000-7000-8000-000000000000' }
