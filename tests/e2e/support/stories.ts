import { expect, type Locator, type Page } from '@playwright/test'
import { hold } from './feed.ts'
import type { People, Person } from './people.ts'
import type { StoryAuthors } from './story-authors.ts'

/** The story viewer and its controls, in English. */
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

/** Stops the clock of the page, and opens the viewer with a creator's tile. */
export async function openTile(page: Page, author: Pick<Person, 'username'>): Promise<void> {
  await expect(tileOf(page, author)).toBeVisible()
  await stopTime(page)
  await tileOf(page, author).click()
}

/** A signed-in member who has opened the two stories of Bea with a stopped clock. Amy has published one before. */
export async function openTwoAuthors(page: Page, people: People, authors: StoryAuthors) {
  const [amy, bea] = [await authors.author(), await authors.author()]
  await authors.publish(amy, { description: 'Of Amy' })
  await authors.publish(bea, { description: 'The first of Bea' })
  await authors.publish(bea, { description: 'The second of Bea' })
  await people.signedIn(page, await people.signUp())
  await page.goto('/')
  await openTile(page, bea)
  return { amy, bea }
}

/** Stops the clock of the page. Call it before anything plays, because the clock jumps by 30 seconds first. */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 30_000)
}

/**
 * Opens a story by its URL and stops the clock before the story runs: the media are delayed until then, and a story does
 * not run before its media are loaded.
 */
export async function openStopped(page: Page, path: string): Promise<void> {
  const { release } = await hold(page, '**/api/media/**')
  await page.goto(path)
  // The viewer opens before its stories are loaded. They would never arrive after the clock has stopped.
  await expect(viewerOf(page).progress).toBeVisible()
  await stopTime(page)
  await release()
}

/**
 * With a stopped clock: waits until the viewer shows this story with its picture. Responses are delivered by timers, so
 * the clock runs in small steps until the picture is loaded.
 */
export async function untilShown(page: Page, description: string): Promise<void> {
  const { viewer, picture } = viewerOf(page)
  await expect(async () => {
    await page.clock.runFor(100)
    expect(await picture(description).isVisible()).toBe(true)
    // The viewer takes the focus one frame after it is rendered. Keys that are pressed earlier do not reach it.
    expect(await viewer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }).toPass()
  await expect(viewer.locator('[aria-busy]')).toHaveAttribute('aria-busy', 'false')
}

/** With a stopped clock: waits until the story is loaded, and restarts it. */
export async function fromTheStart(page: Page, description: string): Promise<void> {
  const { progress, play, pause } = viewerOf(page)
  await untilShown(page, description)
  // It is paused during the restart, so that its ticks are counted from its start and not from when its picture was loaded.
  await page.keyboard.press('Space')
  await expect(play).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(progress).toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('Space')
  await expect(pause).toBeVisible()
}

/** With a stopped clock: waits until the viewer is closed, in small steps of the clock. */
export async function expectClosed(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(100)
    expect(await viewerOf(page).viewer.count()).toBe(0)
  }).toPass()
}
