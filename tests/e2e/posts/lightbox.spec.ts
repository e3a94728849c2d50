import type { Post } from '#contract/posts.ts'
import { expectFocusIn } from '#tests/e2e/support/focus.ts'
import {
  at,
  expectClosed,
  expectShown,
  lightbox,
  nextArrow,
  pictureLink,
  previousArrow,
  visit,
} from '#tests/e2e/support/lightbox.ts'
import { titled } from '#tests/e2e/support/navigation.ts'
import { stopTime } from '#tests/e2e/support/stories.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { LIGHTBOX_ARROWS_HIDE_MS } from '#web/features/posts/lightbox/use-mouse-idle.ts'

test.describe('A post in the lightbox', () => {
  // Spec 2.110
  test('A post opens in the lightbox with its own URL, and Back closes it', async ({ page, people }) => {
    const { amy, posts } = await visit(page, people, ['A second one', 'A first one'])
    const [post] = posts
    if (!post) throw new Error('Nothing was published')
    await page.goto('/')
    await pictureLink(page, post).click()
    await expect(page).toHaveURL(`/?post=${post.id}`)
    await expect(lightbox(page).getByText('A first one')).toBeVisible()
    const picture = lightbox(page).getByRole('img', { name: 'A first one' })
    await expect(picture).toBeVisible()
    await expect(page).toHaveTitle(titled(`Post by ${amy.username}`))
    // A small picture is not enlarged.
    expect(await picture.evaluate((drawn) => [drawn.clientWidth, drawn.clientHeight])).toEqual([64, 80])
    // The page below is inert and does not scroll.
    await expect(page.getByRole('feed')).toHaveCount(0)
    const overflows = await page.evaluate(() =>
      [document.documentElement, document.body].map((part) => getComputedStyle(part).overflowY),
    )
    expect(overflows).toContain('hidden')

    await page.goBack()
    await expectClosed(page)
    await expect(page.getByRole('feed')).toBeVisible()
    await expect(page).toHaveTitle(titled('Home'))
    await expect(pictureLink(page, post)).toBeFocused()
  })

  // Spec 2.59, 2.111, 2.112
  test('The lightbox goes through the list with keys and arrows, counts, and stops at both ends', async ({
    page,
    people,
  }) => {
    const { amy, posts } = await visit(page, people, ['Five', 'Four', 'Three', 'Two', 'One'])
    await page.goto(`/${amy.username}`)
    await pictureLink(page, at(posts, 1)).press('Enter')
    await expectShown(page, at(posts, 1), '2 / 5')
    await expect(lightbox(page)).toHaveAccessibleName(`Post by ${amy.username}`)
    await expect(lightbox(page).getByRole('button', { name: 'Close' })).toBeFocused()

    await page.keyboard.press('ArrowRight')
    await expectShown(page, at(posts, 2), '3 / 5')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expectShown(page, at(posts, 0), '1 / 5')
    await expect(previousArrow(page)).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('ArrowLeft')
    await expectShown(page, at(posts, 0), '1 / 5')

    for (const [place, post] of posts.entries()) {
      await expectShown(page, post, `${place + 1} / 5`)
      if (place < 4) await nextArrow(page).click()
    }
    await expect(nextArrow(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(nextArrow(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expectShown(page, at(posts, 4), '5 / 5')

    // Moving between pictures adds no history entries, and the focus moves to the last shown post.
    await page.keyboard.press('Escape')
    await expectClosed(page)
    await expect(pictureLink(page, at(posts, 4))).toBeFocused()
    await page.goForward()
    await expectShown(page, at(posts, 4), '5 / 5')
  })

  test('The lightbox is one entry in the history of its page', { tag: '@long' }, async ({
    page,
    people,
    expectRefusal,
  }) => {
    const { amy, posts } = await visit(page, people, ['Two', 'One'])
    await page.goto('/subscriptions')

    await test.step('The lightbox opens from its URL alone, and closing it stays on the page', async () => {
      await page.goto(`/${amy.username}?post=${at(posts, 1).id}`)
      await expectShown(page, at(posts, 1), '2 / 2')
      await expect(lightbox(page).getByRole('button', { name: 'Close' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expectClosed(page)
      await expect(page).toHaveURL(`/${amy.username}`)
      await page.goBack()
      await expect(page).toHaveURL('/subscriptions')
    })

    await test.step('The lightbox is one history entry, however often it is opened, reloaded or closed', async () => {
      await page.goto(`/${amy.username}`)
      await pictureLink(page, at(posts, 0)).click()
      await expectShown(page, at(posts, 0), '1 / 2')
      await page.goBack()
      await expectClosed(page)
      await page.goForward()
      await expectShown(page, at(posts, 0), '1 / 2')
      await expectFocusIn(lightbox(page))
      await page.keyboard.press('ArrowRight')
      await expectShown(page, at(posts, 1), '2 / 2')
      await page.reload()
      await expectShown(page, at(posts, 1), '2 / 2')
      // The second press of a double click does not go back another step.
      await lightbox(page)
        .getByRole('button', { name: 'Close' })
        .evaluate((button: HTMLButtonElement) => {
          button.click()
          button.click()
        })
      await expectClosed(page)
      await expect(page).toHaveURL(`/${amy.username}`)
      await page.goBack()
      await expect(page).toHaveURL('/subscriptions')
    })

    await test.step('A deleted post is reported as missing, and the page keeps working', async () => {
      expectRefusal(404, `/api/posts/${idOf(0)}`)
      await page.goto(`/${amy.username}?post=${idOf(0)}`)
      const missing = page.getByRole('dialog', { name: 'Post', exact: true })
      await expect(missing.getByRole('heading', { name: 'This post is not here' })).toBeVisible()
      await missing.getByRole('button', { name: 'Close' }).last().click()
      await expectClosed(page)
      await expect(page).toHaveURL(`/${amy.username}`)
    })
  })

  // Spec 2.110
  test('The lightbox shows the curtain for a protected picture without fetching it, with a link to the creator', async ({
    page,
    people,
  }) => {
    const { amy, posts } = await visit(page, people, ['For everyone'])
    const locked = await people.post(amy, { description: 'For subscribers', isProtected: true, seed: 9 })
    const media: string[] = []
    page.on('request', (request) => request.url().includes('/media/') && media.push(request.url()))
    await page.goto(`/${amy.username}?post=${locked.id}`)
    await expectShown(page, locked, '1 / 2')
    for (const words of [
      'Private Content',
      'This content is only available to subscribers',
      'You need to subscribe to see this content.',
    ]) {
      await expect(lightbox(page).getByText(words, { exact: true })).toBeVisible()
    }
    expect(media.filter((url) => !url.includes(at(posts, 0).file ?? '-') && !isPortrait(url, at(posts, 0)))).toEqual([])

    await lightbox(page).getByRole('link', { name: 'Subscribe Now' }).click()
    await expect(page).toHaveURL(`/${amy.username}`)
    await expectClosed(page)
  })

  // Spec 2.110
  test('The lightbox shows a subscriber the protected picture, and preloads the neighbours', async ({
    page,
    people,
  }) => {
    const amy = await people.creator()
    const [newest, shown] = [
      await people.post(amy, { description: 'Next to it', isProtected: true, seed: 2 }),
      await people.post(amy, { description: 'For subscribers', isProtected: true, seed: 3 }),
    ].reverse()
    const bob = await people.member()
    await people.subscribe(bob, amy)
    await people.signedIn(page, bob)
    const media: string[] = []
    page.on('request', (request) => request.url().includes('?w=1600') && media.push(request.url()))
    await page.goto(`/${amy.username}?post=${shown?.id}`)
    await expect(lightbox(page).getByRole('img', { name: 'Next to it' })).toBeVisible()
    await expect.poll(() => media.length).toBe(2)

    await expectFocusIn(lightbox(page))
    // A preloaded picture is not fetched again.
    await page.keyboard.press('ArrowLeft')
    await expect(lightbox(page).getByRole('img', { name: newest?.description ?? '' })).toBeVisible()
    expect(media).toHaveLength(2)
  })

  test('The lightbox preloads no neighbours for a viewer who saves data', { tag: '@long' }, async ({
    page,
    people,
  }) => {
    const { amy, posts } = await visit(page, people, ['Two', 'One'])
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await page.goto(`/${amy.username}?post=${at(posts, 0).id}`)
    await expect(lightbox(page).getByRole('img', { name: 'One' })).toHaveCSS('opacity', '1')
    await expect(lightbox(page).locator('img[alt="Two"]')).toHaveCount(0)
    await expectFocusIn(lightbox(page))
    await page.keyboard.press('ArrowRight')
    await expect(lightbox(page).getByRole('img', { name: 'Two' })).toBeVisible()
  })
})

test.describe('The arrows of the lightbox', () => {
  // Spec 2.111, 9.14
  test('The arrows of the lightbox hide after two seconds without the mouse, and stay for keyboard users', async ({
    page,
    people,
  }) => {
    expect(LIGHTBOX_ARROWS_HIDE_MS).toBe(2000)
    const { amy, posts } = await visit(page, people, ['Two', 'One'])
    await page.clock.install()
    await page.goto(`/${amy.username}`)
    await pictureLink(page, at(posts, 0)).click()
    await expectShown(page, at(posts, 0), '1 / 2')
    const arrow = page.locator('.lightbox-arrow', { has: nextArrow(page) })
    // Without a stopped clock they would hide before a slow machine has checked them.
    await stopTime(page)
    await page.mouse.move(400, 400)
    await expect(arrow).toHaveCSS('opacity', '1')
    await page.clock.runFor(LIGHTBOX_ARROWS_HIDE_MS - 1)
    await expect(arrow).toHaveCSS('opacity', '1')
    await page.clock.runFor(1)
    await expect(arrow).toHaveCSS('opacity', '0')

    await page.mouse.move(420, 400)
    await expect(arrow).toHaveCSS('opacity', '1')
    await page.keyboard.press('Tab')
    await page.clock.runFor(LIGHTBOX_ARROWS_HIDE_MS)
    await expect(arrow).toHaveCSS('opacity', '1')
  })

  test('The arrows of the lightbox hide again after the mouse was used, and return with the next key', {
    tag: '@long',
  }, async ({ page, people }) => {
    const { amy, posts } = await visit(page, people, ['Three', 'Two', 'One'])
    await page.clock.install()
    await page.goto(`/${amy.username}`)
    await pictureLink(page, at(posts, 0)).press('Enter')
    await expectShown(page, at(posts, 0), '1 / 3')
    const arrow = page.locator('.lightbox-arrow', { has: nextArrow(page) })
    await stopTime(page)
    // They stay visible for keyboard users.
    await page.clock.runFor(LIGHTBOX_ARROWS_HIDE_MS)
    await expect(arrow).toHaveCSS('opacity', '1')
    await page.keyboard.press('ArrowRight')
    await expectShown(page, at(posts, 1), '2 / 3')

    await page.mouse.move(400, 400)
    await page.clock.runFor(LIGHTBOX_ARROWS_HIDE_MS - 1)
    await expect(arrow).toHaveCSS('opacity', '1')
    await page.clock.runFor(1)
    await expect(arrow).toHaveCSS('opacity', '0')
    await page.keyboard.press('ArrowLeft')
    await expect(arrow).toHaveCSS('opacity', '1')
    await page.clock.runFor(LIGHTBOX_ARROWS_HIDE_MS)
    await expect(arrow).toHaveCSS('opacity', '1')
  })
})

test.describe('A press beside the picture', () => {
  test('A press beside the picture closes the lightbox, a press on the picture, a control or an open menu does not', {
    tag: '@long',
  }, async ({ page, people }) => {
    const { amy, posts } = await visit(page, people, ['Two', 'One'])
    await page.goto(`/${amy.username}`)
    await pictureLink(page, at(posts, 0)).click()
    await expectShown(page, at(posts, 0), '1 / 2')
    await lightbox(page).getByRole('img', { name: 'One' }).click()
    await expectShown(page, at(posts, 0), '1 / 2')
    await lightbox(page).getByText('One', { exact: true }).click()
    await nextArrow(page).click()
    await expectShown(page, at(posts, 1), '2 / 2')
    // A press on the disabled arrow after the last post does not close the lightbox.
    await nextArrow(page).click({ force: true })
    await expectShown(page, at(posts, 1), '2 / 2')

    await lightbox(page).getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.mouse.click(200, 300)
    await expect(page.getByRole('menu')).toBeHidden()
    await expectShown(page, at(posts, 1), '2 / 2')

    await page.mouse.click(200, 300)
    await expectClosed(page)
    await expect(pictureLink(page, at(posts, 1))).toBeFocused()
    await page.goForward()
    await expectShown(page, at(posts, 1), '2 / 2')
    // Dragging the mouse over the stage is not a press.
    await page.mouse.move(200, 300)
    await page.mouse.down()
    await page.mouse.move(300, 500, { steps: 3 })
    await page.mouse.up()
    await expectShown(page, at(posts, 1), '2 / 2')
  })

  test('A press on the curtain does not close the lightbox', { tag: '@long' }, async ({ page, people }) => {
    const { amy } = await visit(page, people, ['For everyone'])
    const locked = await people.post(amy, { description: 'For subscribers', isProtected: true, seed: 9 })
    await page.goto(`/${amy.username}?post=${locked.id}`)
    await expectShown(page, locked, '1 / 2')
    await lightbox(page).getByText('Private Content', { exact: true }).click()
    await expectShown(page, locked, '1 / 2')
  })
})

/** Amy's portrait is a public picture like any other. */
function isPortrait(url: string, post: Post): boolean {
  return post.profile_pic !== null && url.includes(post.profile_pic)
}

function idOf(place: number): string {
  return `01939d2a-0000-7000-8000-${String(place).padStart(12, '0')}`
}
