import { expect, type Page } from '@playwright/test'
import { takenOver } from './taken-over.ts'

/** Goes to another page of the app as a link would: what was loaded stays loaded, which is most of what a visit costs. */
export async function walk(page: Page, path: string): Promise<void> {
  await takenOver(page)
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** The same, to a page with a title of its own, which it has when it is there. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await takenOver(page)
  const here = await page.title()
  await walk(page, path)
  await expect(page, path).not.toHaveTitle(here)
}
