import type { Locator, Page } from '@playwright/test'
import type { Landing } from '#contract/landing.ts'

/** The landing page's data without any creator. */
export const EMPTY_LANDING = {
  first_description: null,
  second_description: null,
  post_file: null,
  profile_pic: null,
  username: null,
  featured_creators: [],
} satisfies Landing

/** Stubs the data of the landing page. */
export async function answerLanding(page: Page, landing: Landing): Promise<void> {
  await page.route('**/api/landings', (route) => route.fulfill({ json: landing }))
}

/** A section of the page, by its heading. */
export function part(page: Page, title: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
}
