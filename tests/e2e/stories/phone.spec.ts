import type { Page } from '@playwright/test'
import { expectClosed, fromTheStart, openTile, openTwoAuthors, viewerOf } from '#tests/e2e/support/stories.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

interface Finger {
  id: number
  x: number
  y: number
}

/** Touch events of one or more fingers. `touchEnd` without fingers lifts all of them. */
async function touchOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Finger[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const swipe = async (x: number, y: number, right: number, down: number) => {
    await touch('touchStart', { id: 0, x, y })
    for (const share of [0.25, 0.5, 0.75, 1]) {
      await touch('touchMove', { id: 0, x: x + share * right, y: y + share * down })
    }
    await touch('touchEnd')
  }
  return { touch, swipe }
}

test.describe('The story viewer on a phone', () => {
  test.beforeEach(async ({ page }) => page.clock.install())

  test('On a phone, a finger holds a story, swipes sideways change the creator, and a swipe down closes the viewer', {
    tag: '@long',
  }, async ({ page, people, authors }) => {
    await openTwoAuthors(page, people, authors)
    const { progress, picture, pause } = viewerOf(page)
    await fromTheStart(page, 'The first of Bea')
    const { touch, swipe } = await touchOf(page)

    const second = { id: 1, x: 60, y: 600 }
    await touch('touchStart', { id: 0, x: 330, y: 400 })
    await page.clock.runFor(1000)
    await touch('touchStart', second)
    await touch('touchEnd', second)
    await page.clock.runFor(20_000)
    await expect(progress).toHaveAttribute('aria-valuenow', '0')
    await touch('touchEnd')
    await page.clock.runFor(1000)
    await expect(progress).toHaveAttribute('aria-valuenow', '20')
    await expect(picture('The first of Bea')).toBeVisible()
    await expect(pause).toBeVisible()

    await swipe(300, 400, -200, 20)
    await expect(picture('Of Amy')).toBeVisible()
    await swipe(80, 400, 200, -20)
    await expect(picture('The first of Bea')).toBeVisible()
    await swipe(200, 300, 20, 250)
    await expectClosed(page)
    await expect(page).toHaveURL('/')
  })

  test('On a phone, a story fills the screen in both orientations, and a tall picture is complete in landscape', {
    tag: '@long',
  }, async ({ page, people, authors }) => {
    const amy = await authors.author()
    await authors.publish(amy, { description: 'Tall' })
    await people.signedIn(page, await people.signUp())
    await page.goto('/')
    await openTile(page, amy)
    const { viewer, picture, close, pause } = viewerOf(page)
    await fromTheStart(page, 'Tall')
    const frame = viewer.locator('[aria-busy]')
    expect(await frame.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    await expect(picture('Tall')).toHaveCSS('object-fit', 'cover')

    await page.setViewportSize({ width: 844, height: 390 })
    await expect.poll(() => frame.boundingBox()).toEqual({ x: 0, y: 0, width: 844, height: 390 })
    await expect(picture('Tall')).toHaveCSS('object-fit', 'contain')
    await expect(pause).toBeInViewport({ ratio: 1 })
    await expect(close).toBeInViewport({ ratio: 1 })

    // In a large window the story has a frame.
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => frame.boundingBox()).toEqual({ x: 501, y: 60, width: 438, height: 780 })
  })

  test('On a phone that saves data, no story is preloaded, and with reduced motion none follows the finger', {
    tag: '@long',
  }, async ({ page, people, authors }) => {
    const amy = await authors.author()
    await authors.publish(amy, { description: 'The first' })
    const second = await authors.publish(amy, { description: 'The second' })
    await people.signedIn(page, await people.signUp())
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    // The strip uses a smaller size.
    const ofSecond = () => fetched.filter((url) => url.endsWith(`${second.media_path}?w=960`))
    await page.goto('/')
    await openTile(page, amy)
    const { viewer, picture, progress } = viewerOf(page)
    await fromTheStart(page, 'The first')
    await expect(viewer.locator('img[hidden]')).toHaveCount(0)
    expect(ofSecond()).toEqual([])

    const frame = viewer.locator('[aria-busy]')
    const { touch } = await touchOf(page)
    const top = async () => (await frame.boundingBox())?.y
    await touch('touchStart', { id: 0, x: 200, y: 300 })
    await touch('touchMove', { id: 0, x: 200, y: 340 })
    expect(await top()).toBe(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await touch('touchMove', { id: 0, x: 200, y: 341 })
    await expect.poll(top).toBe(41)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(top).toBe(0)
    await touch('touchMove', { id: 0, x: 200, y: 301 })
    await touch('touchEnd')
    // The progress bar still moves, because it shows the time.
    await page.clock.runFor(1000)
    await expect(progress).not.toHaveAttribute('aria-valuenow', '0')

    await page.keyboard.press('ArrowRight')
    await expect(picture('The second')).toBeVisible()
    expect(ofSecond()).toHaveLength(1)
  })
})
