import { expect, type Page } from '@playwright/test'

/** The toast with this text. Errors have the role `alert`, others the role `status`. */
export function toast(page: Page, words: string) {
  return page.getByRole('region', { name: /^Notifications$/ }).getByText(words, { exact: true })
}

const KINDS = { success: 'text-ok', info: 'text-info', error: 'text-err' }

/** The toast of this kind, found by its colour. */
export function toastOf(page: Page, kind: keyof typeof KINDS, words: string) {
  return page.locator(`.toast.${KINDS[kind]}`).getByText(words, { exact: true })
}

/** Counts the toasts from now on, also those that have disappeared again. */
export async function countToasts(page: Page): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle(() => {
    const toasts = new Set<Element>()
    const look = () => {
      for (const toast of document.querySelectorAll('.toast')) toasts.add(toast)
    }
    look()
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    return toasts
  })
  return () => seen.evaluate(({ size }) => size)
}

/** Closes every toast, so that none is mistaken for the next one. */
export async function dismissToasts(page: Page): Promise<void> {
  const region = page.getByRole('region', { name: /^Notifications$/ })
  // All in one call: a toast that disappears by itself meanwhile would be waited for.
  await region.getByRole('button').evaluateAll((buttons: HTMLButtonElement[]) => {
    for (const dismiss of buttons) dismiss.click()
  })
  await expect(region.getByRole('listitem')).toHaveCount(0)
}
