import { axe } from '#tests/e2e/support/axe.ts'
import { expectFocusIn } from '#tests/e2e/support/focus.ts'
import {
  at,
  expectClosed,
  expectShown,
  lightbox,
  nextArrow,
  pictureLink,
  publish,
  swipe,
  visit,
} from '#tests/e2e/support/lightbox.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

/** The panel beside or below the picture, and the actions of owners. */

const LONG = `${'Nobody sees this hour. '.repeat(7)}It is kept here for you.`

test.describe('The panel of the lightbox', () => {
  // Spec 2.113, 2.114, 2.115
  test('The panel of the lightbox has the author, the text, the like, report and message buttons, and all of them work', async ({
    page,
    people,
  }) => {
    const { amy, posts } = await visit(page, people, [LONG])
    const post = at(posts, 0)
    await page.goto(`/${amy.username}?post=${post.id}`)
    const panel = lightbox(page)
    await expect(panel.getByText(`${LONG.slice(0, 150).trimEnd()}…`)).toBeVisible()
    await panel.getByRole('button', { name: 'Read more' }).click()
    await expect(panel.getByText(LONG)).toBeVisible()
    await panel.getByRole('button', { name: 'Read less' }).click()
    await expect(panel.getByText(LONG)).toHaveCount(0)

    const stage = await page.locator('.lightbox-stage').boundingBox()
    const heart = await panel.getByRole('button', { name: 'Like, 0 likes' }).boundingBox()
    expect(heart?.x).toBeGreaterThanOrEqual((stage?.x ?? Number.NaN) + (stage?.width ?? 0))
    await panel.getByRole('button', { name: 'Like, 0 likes' }).click()
    await expect(panel.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true')
    await expect(panel.getByRole('button', { name: 'Message' })).toHaveAccessibleDescription(
      'You need to subscribe to send messages',
    )

    // Escape closes only the dialog on top.
    await panel.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const report = page.getByRole('dialog', { name: 'Report this post' })
    await expectFocusIn(report)
    await page.keyboard.press('Escape')
    await expect(report).toBeHidden()
    await expect(panel.getByRole('button', { name: 'More', exact: true })).toBeFocused()
    await expect(panel).toBeVisible()

    await panel.getByRole('link', { name: amy.username }).click()
    await expect(page).toHaveURL(`/${amy.username}`)
  })

  // Spec 2.115
  test('Owners have no message and report buttons, can edit a post, and a protected picture gets a new URL', async ({
    page,
    people,
    request,
  }) => {
    const amy = await people.creator()
    const post = await people.post(amy, { description: 'Before' })
    await people.signedIn(page, amy)
    await page.goto(`/${amy.username}?post=${post.id}`)
    await expectShown(page, post, '1 / 1')
    await expect(lightbox(page).getByRole('button', { name: 'Message' })).toHaveCount(0)
    await lightbox(page).getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Copy link', 'Pin to your page', 'Edit', 'Delete'])
    await page.getByRole('menuitem', { name: 'Edit' }).click()

    const dialog = page.getByRole('dialog', { name: 'Edit post' })
    await expect(dialog.getByLabel('Description')).toBeFocused()
    await dialog.getByLabel('Description').fill(' ')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('The description is required')).toBeVisible()
    await dialog.getByLabel('Description').fill('After')
    await dialog.getByRole('switch', { name: 'Subscribers only' }).check()
    const picture = page.waitForResponse((response) => response.url().includes('?w=1600') && response.ok())
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Post updated')).toBeVisible()
    await expect(lightbox(page).getByText('After', { exact: true })).toBeVisible()
    expect((await picture).url()).not.toContain(post.file)
    expect((await request.get(`/api${post.file}`)).status()).toBe(404)
  })

  test('Owners delete a post after a confirmation, and the lightbox shows the next post, or closes after the last', {
    tag: '@long',
  }, async ({ page, people }) => {
    const amy = await people.creator()
    const posts = await publish(people, amy, ['Two', 'One'])
    await people.signedIn(page, amy)
    await page.goto(`/${amy.username}`)
    await pictureLink(page, at(posts, 0)).click()
    await expectShown(page, at(posts, 0), '1 / 2')

    const ask = async () => {
      await lightbox(page).getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
    }
    const dialog = page.getByRole('dialog', { name: 'Delete this post?' })
    await ask()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expectShown(page, at(posts, 0), '1 / 2')

    await ask()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Post deleted').first()).toBeVisible()
    await expectShown(page, at(posts, 1), '1 / 1')
    // The menu disappeared with its post; the focus moves to a button that stays.
    await expect(lightbox(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await ask()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectClosed(page)
    await expect(page.getByText('No posts yet')).toBeVisible()
    await expect(page.locator('main :focus')).toBeVisible()
  })
})

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  // Spec 2.113, 2.114
  test('On a phone, swipes change the pictures, a sheet has the text, and every gesture has a button', async ({
    page,
    people,
  }) => {
    const { amy, posts } = await visit(page, people, ['Two', LONG])
    await page.goto(`/${amy.username}`)
    await pictureLink(page, at(posts, 0)).click()
    await expect(lightbox(page).getByText('1 / 2', { exact: true })).toBeVisible()

    // The text is expanded and collapsed by the link, by the bar and by a swipe.
    const words = lightbox(page).getByText(/^Nobody sees this hour\./)
    const folded = (await words.boundingBox())?.height ?? 0
    await lightbox(page).getByRole('button', { name: 'Read more' }).click()
    await expect(words).toContainText('It is kept here for you.')
    expect((await words.boundingBox())?.height).toBeGreaterThan(folded)
    await lightbox(page).getByRole('button', { name: 'Show less' }).click()
    await expect(words).not.toContainText('It is kept here for you.')
    const bar = await lightbox(page).getByRole('button', { name: 'Show all' }).boundingBox()
    if (!bar) throw new Error('There is no bar to pull')
    await swipe(page, { x: 195, y: bar.y + 15 }, { x: 195, y: bar.y - 85 })
    await expect(words).toContainText('It is kept here for you.')
    await expect(lightbox(page).getByRole('button', { name: 'Read less' })).toBeVisible()

    await swipe(page, { x: 300, y: 260 }, { x: 100, y: 270 })
    await expectShown(page, at(posts, 1), '2 / 2')
    // There is nothing after the last.
    await swipe(page, { x: 300, y: 260 }, { x: 100, y: 270 })
    await expectShown(page, at(posts, 1), '2 / 2')
    await swipe(page, { x: 100, y: 260 }, { x: 300, y: 250 })
    await expect(lightbox(page).getByText('1 / 2', { exact: true })).toBeVisible()
    await expect(page.locator('.lightbox-arrow', { has: nextArrow(page) })).toHaveCSS('opacity', '1')
    await nextArrow(page).click()
    await expectShown(page, at(posts, 1), '2 / 2')

    await lightbox(page).getByRole('button', { name: 'Report' }).click()
    const report = page.getByRole('dialog', { name: 'Report this post' })
    await report.getByRole('button', { name: 'Close' }).click()
    await expect(report).toBeHidden()
    await lightbox(page).getByRole('button', { name: 'Close' }).click()
    await expectClosed(page)
  })

  test('On a phone, a short text has nothing to expand, however far the sheet is opened', { tag: '@long' }, async ({
    page,
    people,
  }) => {
    const { amy, posts } = await visit(page, people, [LONG, 'Short'])
    await page.goto(`/${amy.username}`)
    await pictureLink(page, at(posts, 0)).click()
    await lightbox(page).getByRole('button', { name: 'Show all' }).click()
    await expect(lightbox(page).getByRole('button', { name: 'Show less' })).toBeVisible()
    await expect(lightbox(page).getByText('Short', { exact: true })).toBeVisible()
    await expect(lightbox(page).getByRole('button', { name: /^Read/ })).toHaveCount(0)

    // A longer text can be collapsed by its own link, also if the bar expanded it.
    await nextArrow(page).click()
    await expect(lightbox(page).getByRole('button', { name: 'Read more' })).toBeVisible()
    await lightbox(page).getByRole('button', { name: 'Show all' }).click()
    await lightbox(page).getByRole('button', { name: 'Read less' }).click()
    await expect(lightbox(page).getByRole('button', { name: 'Read more' })).toBeVisible()
  })

  test('On a phone, a long swipe down closes the picture, a short one or a swipe up does not', {
    tag: '@long',
  }, async ({ page, people }) => {
    const { amy, posts } = await visit(page, people, ['Two', 'One'])
    await page.goto(`/${amy.username}`)
    await pictureLink(page, at(posts, 0)).click()
    await expectShown(page, at(posts, 0), '1 / 2')
    // A tap beside the picture, here above it, closes it as well.
    await page.touchscreen.tap(195, 110)
    await expectClosed(page)
    await page.goForward()
    await expectShown(page, at(posts, 0), '1 / 2')
    await swipe(page, { x: 195, y: 200 }, { x: 200, y: 240 })
    await expectShown(page, at(posts, 0), '1 / 2')
    await swipe(page, { x: 195, y: 400 }, { x: 200, y: 200 })
    await expectShown(page, at(posts, 0), '1 / 2')
    await swipe(page, { x: 195, y: 200 }, { x: 200, y: 340 })
    await expectClosed(page)
  })
})

for (const round of roundsFrom(1440)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('The lightbox with a public and with a locked post passes axe', async ({ page, people }) => {
      const { amy } = await visit(page, people, [LONG])
      const locked = await people.post(amy, { description: 'For subscribers', isProtected: true, seed: 9 })
      const viewer = page.getByRole('dialog')
      await page.goto(`/${amy.username}?post=${locked.id}`)
      await forEachView(page, round, async () => {
        await expect(viewer.getByText('1 / 2', { exact: true })).toBeVisible()
        await axe(page)
      })
      await expectFocusIn(viewer)
      await page.keyboard.press('ArrowRight')
      await expect(viewer.getByText('2 / 2', { exact: true })).toBeVisible()
      await expect(viewer.getByRole('img', { name: /^Nobody/ })).toHaveCSS('opacity', '1')
      await viewer.getByRole('button', { name: /^(Read more|Lire la suite)$/ }).click()
      await forEachView(page, round, async () => {
        await expectNoSidewaysScroll(page)
        await axe(page)
      })
    })
  })
}
