import type { Locator } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { at, expectClosed, expectShown, lightbox, pictureLink, swipe, visit } from '#tests/e2e/support/lightbox.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { isLongForm } from '#tests/support/long-form.ts'

/** Low windows: a phone in landscape, a laptop at 200 %, a small window, a phone at 200 %. */

const LONG = `${'Nobody sees this hour. '.repeat(9)}It is kept here for you.`

/** The element is completely in the window, and nothing covers its centre. */
async function expectReachable(thing: Locator): Promise<void> {
  await expect(thing).toBeInViewport({ ratio: 1 })
  const isOnTop = await thing.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return top !== null && (element.contains(top) || top.contains(element))
  })
  expect(isOnTop).toBe(true)
}

const LOW_WINDOWS = [
  [844, 390],
  [720, 450],
  [568, 320],
  [1366, 500],
] as const

test.describe('In a low window', () => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('In a low window, the picture of the lightbox has the full height, with the text beside it', async ({
    page,
    people,
  }) => {
    const { amy } = await visit(page, people, [])
    const post = await people.post(amy, { description: LONG, width: 800, height: 1000 })
    await page.goto(`/${amy.username}`)
    await pictureLink(page, post).click()
    const picture = lightbox(page).getByRole('img', { name: /^Nobody/ })
    const likes = ['Like, 0 likes', 'Like, 1 like'].map((name) => lightbox(page).getByRole('button', { name }))
    for (const [index, [width, height]] of LOW_WINDOWS.entries()) {
      await test.step(`${width} × ${height}`, async () => {
        const [like, liked] = [at(likes, index % 2), at(likes, (index + 1) % 2)]
        await page.setViewportSize({ width, height })
        await expect(picture).toHaveCSS('opacity', '1')
        await expect.poll(async () => (await picture.boundingBox())?.height).toBeGreaterThan(0.95 * height)
        const box = await picture.boundingBox()
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(0.8, 1)
        expect((await like.boundingBox())?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0))
        for (const name of ['Close', 'More', 'Previous post', 'Next post'])
          await expectReachable(lightbox(page).getByRole('button', { name, exact: true }))
        await expect(lightbox(page).getByText('1 / 1', { exact: true })).toBeInViewport({ ratio: 1 })
        await expectReachable(lightbox(page).getByRole('link', { name: amy.username }))
        await like.scrollIntoViewIfNeeded()
        await like.click()
        await expect(liked).toBeVisible()
        await expectNoSidewaysScroll(page)
        if (isLongForm || width === 844) await axe(page)
        await lightbox(page).getByRole('link', { name: amy.username }).scrollIntoViewIfNeeded()
      })
    }
  })

  test('In a low window, a locked post shows its seal and the link to subscribe', async ({ page, people }) => {
    const { amy } = await visit(page, people, [])
    const locked = await people.post(amy, { description: LONG, isProtected: true })
    await page.goto(`/${amy.username}?post=${locked.id}`)
    const subscribe = lightbox(page).getByRole('link', { name: 'Subscribe Now' })
    for (const [width, height] of LOW_WINDOWS) {
      await test.step(`${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height })
        await expect(lightbox(page).getByText('Private Content', { exact: true })).toBeInViewport({ ratio: 1 })
        await expectReachable(lightbox(page).locator('.seal'))
        await expectReachable(subscribe)
        if (isLongForm || width === 844) await axe(page)
      })
    }

    await test.step('In a very low window, the counter is beside the close button, and does not cover the seal', async () => {
      await page.setViewportSize({ width: 640, height: 256 })
      const [counter, seal, close] = await Promise.all([
        lightbox(page).getByText('1 / 1', { exact: true }).boundingBox(),
        lightbox(page).locator('.seal').boundingBox(),
        lightbox(page).getByRole('button', { name: 'Close', exact: true }).boundingBox(),
      ])
      if (!counter || !seal || !close) throw new Error('something is not drawn')
      expect(counter.x + counter.width).toBeLessThan(seal.x)
      expect(counter.x).toBeGreaterThan(close.x + close.width)
      await expectReachable(subscribe)
    })

    await subscribe.click()
    await expectClosed(page)
  })
})

test.describe('In a window that is low and narrow', () => {
  test.use({ viewport: { width: 320, height: 422 }, hasTouch: true })

  test('In a low and narrow window, the sheet has one line until it is opened, and a locked post shows its seal and link', {
    tag: '@long',
  }, async ({ page, people }) => {
    const { amy, posts } = await visit(page, people, ['Two', 'One'])
    const locked = await people.post(amy, { description: LONG, isProtected: true })
    await page.goto(`/${amy.username}?post=${locked.id}`)
    await expect(lightbox(page).getByText('1 / 3', { exact: true })).toBeVisible()
    await expectReachable(lightbox(page).locator('.seal'))
    await expectReachable(lightbox(page).getByRole('link', { name: 'Subscribe Now' }))
    const stage = await page.locator('.lightbox-stage').boundingBox()
    expect(stage?.height).toBeGreaterThan(0.75 * 422)
    await expectReachable(lightbox(page).getByRole('button', { name: /^Like/ }))
    await expect(lightbox(page).getByRole('button', { name: 'Report' })).toBeHidden()

    await lightbox(page).getByRole('button', { name: 'Show all' }).click()
    await expect(lightbox(page).getByText(LONG)).toBeVisible()
    await lightbox(page).getByRole('button', { name: 'Report' }).scrollIntoViewIfNeeded()
    await expectReachable(lightbox(page).getByRole('button', { name: 'Report' }))
    await lightbox(page).getByRole('button', { name: 'Show less' }).click()

    await swipe(page, { x: 250, y: 200 }, { x: 60, y: 205 })
    await expect(page).toHaveURL((url) => url.searchParams.get('post') === at(posts, 0).id)
    await expect(lightbox(page).getByText('2 / 3', { exact: true })).toBeVisible()
    await swipe(page, { x: 160, y: 100 }, { x: 165, y: 260 })
    await expectClosed(page)
  })
})

test.describe('On a phone at 200 %, in French', () => {
  test.use({ viewport: { width: 195, height: 422 }, locale: 'fr-FR' })

  test('On a phone at 200 %, a locked post shows its seal and the link to subscribe; in French', {
    tag: '@long',
  }, async ({ page, people }) => {
    const { amy } = await visit(page, people, [])
    const locked = await people.post(amy, { description: LONG, isProtected: true })
    await page.goto(`/${amy.username}?post=${locked.id}`)
    const viewer = page.getByRole('dialog')
    await expectReachable(viewer.locator('.seal'))
    await expect(viewer.getByText('Contenu privé', { exact: true })).toBeInViewport({ ratio: 1 })
    await expectReachable(viewer.getByRole('link', { name: 'S’abonner maintenant' }))
    await expectNoSidewaysScroll(page)
    await axe(page)
  })
})

test.describe('On a phone that lies on its side', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true })

  test('On a phone in landscape, swipes change and close the pictures', { tag: '@long' }, async ({ page, people }) => {
    const { amy, posts } = await visit(page, people, ['Two', 'One'])
    await page.goto(`/${amy.username}`)
    await pictureLink(page, at(posts, 0)).click()
    await expectShown(page, at(posts, 0), '1 / 2')
    await swipe(page, { x: 400, y: 200 }, { x: 200, y: 205 })
    await expectShown(page, at(posts, 1), '2 / 2')
    await swipe(page, { x: 300, y: 100 }, { x: 305, y: 300 })
    await expectClosed(page)
  })
})
