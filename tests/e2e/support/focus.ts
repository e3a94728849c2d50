import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'

/** Waits until a dialog has the focus, one frame after it is rendered. Keys that are pressed earlier do not reach it. */
export async function expectFocusIn(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

/**
 * The next file dialog of the system. Call it before the page is opened: the interception is switched on by a message of
 * its own, which a key that is pressed right afterwards would overtake.
 */
export function nextFileChooser(page: Page): Promise<FileChooser> {
  return page.waitForEvent('filechooser', { timeout: 0 })
}
