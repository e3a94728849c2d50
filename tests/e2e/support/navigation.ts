import { expect, type Page } from '@playwright/test'
import { untilHydrated } from './hydration.ts'

const COUNT = /^\(\d+\+?\) /

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
  // The number of what is unread may change meanwhile.
  const here = (await page.title()).replace(COUNT, '')
  await navigate(page, path)
  await expect.poll(async () => (await page.title()).replace(COUNT, ''), { message: path }).not.toBe(here)
}

/** The title of the tab, with or without the number of what is unread: somebody may be told of something at any time. */
export function titled(title: string): RegExp {
  return new RegExp(`^(\\(\\d+\\+?\\) )?${title.replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&')} · Loge$`)
}
