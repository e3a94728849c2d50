import { expect, type Page } from '@playwright/test'

/**
 * Opens a public page and waits for its hydration. The prerendered page is visible before that, but does not react to
 * presses.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

export async function untilHydrated(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isHydrated)).toBe(true)
  await page.evaluate(afterEffects)
}

/** Hydration is complete when React has marked the last element. */
function isHydrated(): boolean {
  const last = [...document.querySelectorAll('#root *')].at(-1)
  return last !== undefined && Object.keys(last).some((key) => key.startsWith('__reactProps'))
}

/** React schedules effects with a message. This message is delivered after it. */
function afterEffects(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}
