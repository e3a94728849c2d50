import { expect, type Page } from '@playwright/test'

/**
 * A public page can be read before the app has taken it over; what is pressed before that is not heard. Opens one and
 * waits until the app listens.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await takenOver(page)
}

export async function takenOver(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isHeard)).toBe(true)
  await page.evaluate(afterEffects)
}

/** React leaves its mark on every element it has taken over, the last one last. */
function isHeard(): boolean {
  const last = [...document.querySelectorAll('#root *')].at(-1)
  return last !== undefined && Object.keys(last).some((key) => key.startsWith('__reactProps'))
}

/** React runs what a page does after it has been drawn as its next message to itself; this one comes behind it. */
function afterEffects(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}
