import type { Page } from '@playwright/test'

/** Simulates the soft keyboard of a phone with this height in the visual viewport. 0 closes it. */
export async function openSoftKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((covered) => {
    const { visualViewport: view } = globalThis
    if (!view) throw new Error('This browser has no visual viewport')
    Object.defineProperty(view, 'height', { configurable: true, get: () => innerHeight - covered })
    view.dispatchEvent(new Event('resize'))
  }, height)
}
