import { expect, type Locator, type Page } from '@playwright/test'
import type { Person } from './people.ts'

/** The viewer and what is in it, in English. */
export function viewerOf(page: Page) {
  const viewer = page.getByRole('dialog', { name: 'Stories', exact: true })
  return {
    viewer,
    progress: viewer.getByRole('progressbar'),
    announced: viewer.getByRole('status'),
    pause: viewer.getByRole('button', { name: 'Pause', exact: true }),
    play: viewer.getByRole('button', { name: 'Play', exact: true }),
    close: viewer.getByRole('button', { name: 'Close' }),
    picture: (description: string) => viewer.getByRole('img', { name: description }),
    video: viewer.locator('video:not([hidden])'),
  }
}

export function tileOf(page: Page, { username }: Pick<Person, 'username'>): Locator {
  return page.getByRole('region', { name: 'Stories' }).getByRole('link', { name: new RegExp(`^${username}, `) })
}

/** Opens the viewer at somebody's tile, from a page where time then stands still. */
export async function openTile(page: Page, teller: Pick<Person, 'username'>): Promise<void> {
  await expect(tileOf(page, teller)).toBeVisible()
  await stopTime(page)
  await tileOf(page, teller).click()
}

/** From here on time passes only when the test says so. To be called before anything plays: it makes a leap of its own. */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 30_000)
}

/**
 * With time standing still: the viewer has opened at this story, and its picture is there. What comes over the network is
 * handed on by timers, whenever it comes, so it gets its moments until it is there.
 */
export async function untilShown(page: Page, description: string): Promise<void> {
  const { viewer, picture } = viewerOf(page)
  await expect(async () => {
    await page.clock.runFor(100)
    expect(await picture(description).isVisible()).toBe(true)
    // It takes the focus a frame after it is drawn; keys that are pressed before that are not its own.
    expect(await viewer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }).toPass()
  await expect(viewer.locator('[aria-busy]')).toHaveAttribute('aria-busy', 'false')
}

/** With time standing still: the story that is shown has come, and is at its first moment. */
export async function fromTheStart(page: Page, description: string): Promise<void> {
  const { progress, play, pause } = viewerOf(page)
  await untilShown(page, description)
  // Held while it goes back: its ticks are then counted from its first moment, and not from whenever its picture came.
  await page.keyboard.press('Space')
  await expect(play).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(progress).toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('Space')
  await expect(pause).toBeVisible()
}

/** With time standing still, closing takes the moments it is given. */
export async function expectClosed(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(100)
    expect(await viewerOf(page).viewer.count()).toBe(0)
  }).toPass()
}
