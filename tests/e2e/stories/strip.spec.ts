import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { axe } from '#tests/e2e/support/axe.ts'
import { hold } from '#tests/e2e/support/feed.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { tileOf } from '#tests/e2e/support/stories.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { viewsFrom } from '#tests/e2e/support/views.ts'
import { clip } from '#tests/support/files/clips.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'

const LISTS = /\/api\/stories(\?|$)/

function strip(page: Page) {
  return page.getByRole('region', { name: 'Stories' })
}

test.describe('The strip of stories', () => {
  // Spec 2.50, 6.17, 6.18
  test('The strip of stories is hidden if it is empty, and shows "Add story" to creators who may add one', async ({
    page,
    people,
    authors,
  }) => {
    const { release } = await hold(page, LISTS)
    await people.signedIn(page, await people.creator())
    await page.goto('/')
    await expect(strip(page)).toHaveAttribute('aria-busy', 'true')
    await release()
    await expect(strip(page)).toHaveCount(0)

    await people.signedIn(page, await authors.author())
    await page.goto('/')
    await expect(strip(page).getByRole('button', { name: 'Add story' })).toBeVisible()
  })

  // Spec 2.50
  test('The strip of stories has own stories first, then new and seen ones, and a small curtain for locked ones', async ({
    page,
    people,
    authors,
  }) => {
    const [amy, bea, me] = [await authors.author(), await authors.author(), await authors.author()]
    await authors.publish(me, { description: 'My own' })
    await authors.publish(bea, { description: 'Kept', isProtected: true })
    const seen = await authors.publish(amy, { description: 'Seen' })
    await people.post(amy)
    await people.signedIn(page, me)
    await authors.markSeen(me, seen)
    await page.goto('/')
    const tiles = strip(page).getByRole('link')
    await expect(tiles).toHaveCount(3)
    await expect(tiles.nth(0)).toHaveAccessibleName(`${me.username}, new story`)
    await expect(tiles.nth(1)).toHaveAccessibleName(`${bea.username}, new story, Private Story`)
    await expect(tiles.nth(2)).toHaveAccessibleName(`${amy.username}, story seen`)
    const [top, below] = [await strip(page).boundingBox(), await page.getByRole('feed').boundingBox()]
    expect(below?.y).toBeGreaterThanOrEqual((top?.y ?? Number.NaN) + (top?.height ?? 0))
  })

  test('The strip of stories shows a frame of a video to those who may see it, and releases the video', {
    tag: '@long',
  }, async ({ page, people, authors }) => {
    const amy = await authors.author()
    const fan = await people.member()
    await people.subscribe(fan, amy)
    await authors.publish(amy, { media: await clip('talking.mp4'), isProtected: true })
    await people.signedIn(page, fan)
    await page.goto('/')
    const still = tileOf(page, amy).locator('canvas')
    await expect.poll(() => still.evaluate(opacityInTheMiddle)).toBe(255)
    await expect(tileOf(page, amy).locator('video')).toHaveCount(0)

    await people.signedIn(page, await people.signUp())
    await page.goto('/')
    await expect(tileOf(page, amy)).toHaveAccessibleName(`${amy.username}, new story, Private Story`)
    await expect(still).toHaveCount(0)
  })

  // Spec 2.50
  test('A strip of stories that fails to load can be loaded again, and is refetched every minute', async ({
    page,
    people,
    authors,
    expectRefusal,
  }) => {
    await page.clock.install()
    const amy = await authors.author()
    const story = await authors.publish(amy)
    await people.signedIn(page, await people.signUp())
    await page.route(LISTS, (route) => route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }), {
      times: 1,
    })
    expectRefusal(403, '/api/stories')
    await page.goto('/')
    await expect(strip(page).getByText('The stories did not come.')).toBeVisible()
    await strip(page).getByRole('button', { name: 'Try again' }).click()
    const picture = tileOf(page, amy).locator('img')
    // A pending request for the picture would be refused.
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await authors.remove(amy, story)
    await page.clock.runFor(61_000)
    await expect(tileOf(page, amy)).toHaveCount(0)
  })
})

/** Reads a copy of the canvas, because the browser warns about repeated reads of a canvas without `willReadFrequently`. */
function opacityInTheMiddle(canvas: HTMLCanvasElement): number | undefined {
  const { width, height } = canvas
  const middle = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  middle?.drawImage(canvas, width / 2, height / 2, 1, 1, 0, 0, 1, 1)
  return middle?.getImageData(0, 0, 1, 1).data[3]
}

for (const view of viewsFrom(1440)) {
  test.describe(view.name, () => {
    test.use(view.use)

    test('The strip and the story viewer pass axe, and texts have enough contrast on a white picture', async ({
      page,
      people,
      authors,
    }) => {
      const amy = await authors.author()
      const white = await sharp({ create: { width: 360, height: 640, channels: 3, background: '#ffffff' } })
        .jpeg()
        .toBuffer()
      await authors.publish(amy, {
        description: 'A white picture with a line or two of words below',
        media: white,
        hours: 5.5,
      })
      await authors.publish(amy, { description: 'Kept', isProtected: true, media: await noisePicture({ seed: 9 }) })
      await people.signedIn(page, await people.signUp())
      await page.goto('/')
      const tile = page.getByRole('main').getByRole('link', { name: new RegExp(`^${amy.username}, `) })
      await expect(tile).toBeVisible()
      await axe(page)
      await expectNoSidewaysScroll(page)

      await tile.click()
      const viewer = page.getByRole('dialog', { name: 'Stories', exact: true })
      await expect(viewer.locator('[aria-busy=false]')).toBeVisible()
      await page.keyboard.press('Space')
      await axe(page)
      for (const words of [viewer.getByText(amy.username, { exact: true }), viewer.getByText(/^A white picture/)]) {
        expect(await worstContrast(page, words)).toBeGreaterThanOrEqual(4.5)
      }
      await page.keyboard.press('ArrowRight')
      await expect(viewer.getByRole('link', { name: /Subscribe Now|S’abonner/ })).toBeVisible()
      await axe(page)
    })
  })
}

/** The contrast of ivory text with the brightest point behind it. The text is made transparent for the screenshot. */
async function worstContrast(page: Page, words: ReturnType<Page['getByText']>): Promise<number> {
  const element = words.last()
  const box = await element.boundingBox()
  if (!box) throw new Error('The words have no place')
  await element.evaluate((node: HTMLElement) => node.style.setProperty('color', 'transparent'))
  const shot = await page.screenshot({ clip: box, animations: 'disabled' })
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let brightest = 0
  for (let at = 0; at < data.length; at += info.channels) {
    brightest = Math.max(brightest, luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0))
  }
  return (luminance(0xff, 0xf8, 0xee) + 0.05) / (brightest + 0.05)
}

function luminance(...rgb: [number, number, number]): number {
  const [r, g, b] = rgb.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
