import type { Locator, Page } from '@playwright/test'
import type { Landing } from '#contract/landing.ts'

/** A house that no creator has moved into yet. */
export const NOBODY = {
  first_description: null,
  second_description: null,
  post_file: null,
  profile_pic: null,
  username: null,
  featured_creators: [],
} satisfies Landing

/** Decides what the landing page is told about the house. */
export async function answerLanding(page: Page, landing: Landing): Promise<void> {
  await page.route('**/api/landings', (route) => route.fulfill({ json: landing }))
}

/** A part of the page, by its title. */
export function part(page: Page, title: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
}
