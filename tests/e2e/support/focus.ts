import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'

/** A dialog takes the focus a frame after it is drawn; keys that are pressed before that are not its own. */
export async function expectFocusIn(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

/**
 * The system's own dialog, the next time the page asks for it. To be called before the page is opened: the browser is told
 * to hand it over in a message of its own, which a key that is pressed right after it would overtake.
 */
export function nextFileChooser(page: Page): Promise<FileChooser> {
  return page.waitForEvent('filechooser', { timeout: 0 })
}
