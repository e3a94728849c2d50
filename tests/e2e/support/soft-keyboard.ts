import type { Page } from '@playwright/test'

/** Lays a phone's keyboard of this height over the page, as a browser tells of it; 0 takes it away. */
export async function layKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((covered) => {
    const { visualViewport: view } = globalThis
    if (!view) throw new Error('This browser has no visual viewport')
    Object.defineProperty(view, 'height', { configurable: true, get: () => innerHeight - covered })
    view.dispatchEvent(new Event('resize'))
  }, height)
}
