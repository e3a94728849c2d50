import { expect, type Page } from '@playwright/test'
import { untilHydrated } from './hydration.ts'

/** Client-side navigation, like a link: it is much faster than loading the page. */
export async function navigate(page: Page, path: string): Promise<void> {
  await untilHydrated(page)
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Client-side navigation to a page with another title. Waits for that title. */
export async function navigateAndWait(page: Page, path: string): Promise<void> {
  await untilHydrated(page)
  const here = await page.title()
  await navigate(page, path)
  await expect(page, path).not.toHaveTitle(here)
}
