import type { Page } from '@playwright/test'
import { LIGHTBOX_ARROWS_HIDE_MS, PAGE_SIZE } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import { axe } from './support/axe.ts'
import { expectNoSidewaysScroll } from './support/door.ts'
import { expectClosed, expectShown, lightbox, pictureLink, publish, swipe } from './support/lightbox.ts'
import type { People, Person } from './support/people.ts'
import { expect, test } from './support/test.ts'
import { views } from './support/views.ts'

const LONG = `${'Nobody sees this hour. '.repeat(7)}It is kept here for you.`

interface Visit {
  amy: Person
  /** The newest first, as the page lists them. */
  posts: Post[]
}

/** Bob on the page of Amy, who has published this. */
async function visit(page: Page, people: People, descriptions: readonly string[]): Promise<Visit> {
  const amy = await people.creator()
  const posts = await publish(people, amy, descriptions)
  await people.signedIn(page, await people.member())
  return { amy, posts }
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`There is no number ${index}`)
  return item
}

const next = (page: Page) => page.getByRole('button', { name: 'Next post' })
const previous = (page: Page) => page.getByRole('button', { name: 'Previous post' })

test.describe('A post in the lightbox', () => {
  test('opens from the feed at an address of its own, over the page, and Back closes it', async ({ page, people }) => {
    const { posts } = await visit(page, people, ['A second one', 'A first one'])
    const [post] = posts
    if (!post) throw new Error('Nothing was published')
    await page.goto('/')
    await pictureLink(page, post).click()
    await expect(page).toHaveURL(`/?post=${post.id}`)
    await expect(lightbox(page).getByText('A first one')).toBeVisible()
    await expect(lightbox(page).getByRole('img', { name: 'A first one' })).toBeVisible()
    // The page behind cannot be reached, nor does it move.
    await expect(page.getByRole('feed')).toHaveCount(0)
    const overflows = await page.evaluate(() =>
      [document.documentElement, document.body].map((part) => getComputedStyle(part).overflowY),
    )
    expect(overflows).toContain('hidden')

    await page.goBack()
    await expectClosed(page)
    await expect(page.getByRole('feed')).toBeVisible()
    await expect(pictureLink(page, post)).toBeFocused()
  })

  test('goes through the list of its page by keys and arrows, counts, and ends at both ends', async ({
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
    await expect(previous(page)).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('ArrowLeft')
    await expectShown(page, at(posts, 0), '1 / 5')

    for (const [place, post] of posts.entries()) {
      await expectShown(page, post, `${place + 1} / 5`)
      if (place < 4) await next(page).click()
    }
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(next(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expectShown(page, at(posts, 4), '5 / 5')

    // The pictures in between are no steps of the history, and the focus goes on from the one that was seen last.
    await page.keyboard.press('Escape')
    await expectClosed(page)
    await expect(pictureLink(page, at(posts, 4))).toBeFocused()
    await page.goForward()
    await expectShown(page, at(posts, 4), '5 / 5')
  })

  test('opens from its address alone; closing it leaves the page, and leaving it does not', async ({
    page,
    people,
  }) => {
    const { amy, posts } = await visit(page, people, ['Two', 'One'])
    await page.goto('/subscriptions')
    await page.goto(`/${amy.username}?post=${at(posts, 1).id}`)
    await expectShown(page, at(posts, 1), '2 / 2')
    await expect(lightbox(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectClosed(page)
    await expect(page).toHaveURL(`/${amy.username}`)
    await page.goBack()
    await expect(page).toHaveURL('/subscriptions')
  })

  test('that is no longer there is said to be missing, and the page lives on', async ({ page, people }) => {
    const { amy } = await visit(page, people, ['One'])
    await page.goto(`/${amy.username}?post=01939d2a-0000-7000-8000-000000000000`)
    const missing = page.getByRole('dialog', { name: 'Post', exact: true })
    await expect(missing.getByRole('heading', { name: 'This post is not here' })).toBeVisible()
    await missing.getByRole('button', { name: 'Close' }).last().click()
    await expectClosed(page)
    await expect(page).toHaveURL(`/${amy.username}`)
  })

  test('is looked for on later pages, which also come when the end is near', async ({ page, people }) => {
    const { amy, posts } = await visit(page, people, ['One'])
    await endlessList(page, at(posts, 0))
    const wanted = PAGE_SIZE + 5
    await page.goto(`/${amy.username}?post=${idOf(wanted)}`)
    const counter = lightbox(page).getByText(/^\d+ \/ \d+$/)
    await expect(counter).toHaveText(new RegExp(`^${wanted} / `))

    // The last of two pages is not the last for long.
    await page.goto(`/${amy.username}?post=${idOf(2 * PAGE_SIZE)}`)
    await expect(counter).toHaveText(new RegExp(`^${2 * PAGE_SIZE} / `))
    await page.keyboard.press('ArrowRight')
    await expect(counter).toHaveText(new RegExp(`^${2 * PAGE_SIZE + 1} / `))
  })

  test('shows the curtain instead of a private picture, asks for none of its bytes, and leads to the creator', async ({
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

  test('shows a subscriber the private picture, and has the neighbours ready', async ({ page, people }) => {
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

    // What was made ready is not asked for again.
    await page.keyboard.press('ArrowLeft')
    await expect(lightbox(page).getByRole('img', { name: newest?.description ?? '' })).toBeVisible()
    expect(media).toHaveLength(2)
  })

  test('fetches no neighbours for those who save data', async ({ page, people }) => {
    const { amy, posts } = await visit(page, people, ['Two', 'One'])
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await page.goto(`/${amy.username}?post=${at(posts, 0).id}`)
    await expect(lightbox(page).getByRole('img', { name: 'One' })).toHaveCSS('opacity', '1')
    await expect(lightbox(page).locator('img[alt="Two"]')).toHaveCount(0)
    await page.keyboard.press('ArrowRight')
    await expect(lightbox(page).getByRole('img', { name: 'Two' })).toBeVisible()
  })
})

test.describe('The arrows of the lightbox', () => {
  test('hide after two seconds of stillness, come back with the mouse, and stay for the keyboard', async ({
    page,
    people,
  }) => {
    expect(LIGHTBOX_ARROWS_HIDE_MS).toBe(2000)
    const { amy, posts } = await visit(page, people, ['Two', 'One'])
    await page.clock.install()
    await page.goto(`/${amy.username}`)
    await pictureLink(page, at(posts, 0)).click()
    await expectShown(page, at(posts, 0), '1 / 2')
    const arrow = page.locator('.lightbox-arrow', { has: next(page) })
    await page.mouse.move(400, 400)
    await expect(arrow).toHaveCSS('opacity', '1')
    await page.clock.runFor(LIGHTBOX_ARROWS_HIDE_MS)
    await expect(arrow).toHaveCSS('opacity', '0')

    await page.mouse.move(420, 400)
    await expect(arrow).toHaveCSS('opacity', '1')
    await page.keyboard.press('Tab')
    await page.clock.runFor(LIGHTBOX_ARROWS_HIDE_MS)
    await expect(arrow).toHaveCSS('opacity', '1')
  })
})

test.describe('Beside the picture', () => {
  test('stand the author, the words, the heart, the report and the message, each at work', async ({ page, people }) => {
    const { amy, posts } = await visit(page, people, [LONG])
    const post = at(posts, 0)
    await page.goto(`/${amy.username}?post=${post.id}`)
    const panel = lightbox(page)
    await expect(panel.getByText(`${LONG.slice(0, 150)}…`)).toBeVisible()
    await panel.getByRole('button', { name: 'Read more' }).click()
    await expect(panel.getByText(LONG)).toBeVisible()
    await panel.getByRole('button', { name: 'Read less' }).click()
    await expect(panel.getByText(LONG)).toHaveCount(0)

    await panel.getByRole('button', { name: 'Like, 0 likes' }).click()
    await expect(panel.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true')
    await expect(panel.getByRole('button', { name: 'Message' })).toHaveAccessibleDescription(
      'You need to subscribe to send messages',
    )

    // The dialog lies above; Escape closes only what is on top, and arrows typed there turn no pictures.
    await panel.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const report = page.getByRole('dialog', { name: 'Report this post' })
    await expect(report).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(report).toBeHidden()
    await expect(panel.getByRole('button', { name: 'More', exact: true })).toBeFocused()
    await expect(panel).toBeVisible()

    await panel.getByRole('link', { name: amy.username }).click()
    await expect(page).toHaveURL(`/${amy.username}`)
  })

  test('owners find no message and no report: they change the post, and nobody who was shut out keeps its address', async ({
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
    await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Delete'])
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

  test('owners delete a post from the harmless choice on; the lightbox moves on, and closes with the last', async ({
    page,
    people,
  }) => {
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
    await ask()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectClosed(page)
    await expect(page.getByText('No posts yet')).toBeVisible()
  })
})

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a finger turns the pictures, a sheet holds the words, and every gesture has a button', async ({
    page,
    people,
  }) => {
    const { amy, posts } = await visit(page, people, ['Two', LONG])
    await page.goto(`/${amy.username}`)
    await pictureLink(page, at(posts, 0)).tap()
    await expect(lightbox(page).getByText('1 / 2', { exact: true })).toBeVisible()

    // Two lines, then everything, then two lines again: by the link, by the bar, by a pull.
    const words = lightbox(page).getByText(/^Nobody sees this hour\./)
    const folded = (await words.boundingBox())?.height ?? 0
    await lightbox(page).getByRole('button', { name: 'Read more' }).tap()
    await expect(words).toContainText('It is kept here for you.')
    expect((await words.boundingBox())?.height).toBeGreaterThan(folded)
    await lightbox(page).getByRole('button', { name: 'Show less' }).tap()
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
    await expect(page.locator('.lightbox-arrow', { has: next(page) })).toHaveCSS('opacity', '1')
    await next(page).tap()
    await expectShown(page, at(posts, 1), '2 / 2')

    await lightbox(page).getByRole('button', { name: 'Report' }).tap()
    const report = page.getByRole('dialog', { name: 'Report this post' })
    await report.getByRole('button', { name: 'Close' }).tap()
    await expect(report).toBeHidden()
    await lightbox(page).getByRole('button', { name: 'Close' }).tap()
    await expectClosed(page)
  })
})

for (const view of views()) {
  test.describe(view.name, () => {
    test.use(view.use)

    test('The lightbox is whole, open and locked, and open to everyone', async ({ page, people }) => {
      const { amy } = await visit(page, people, [LONG])
      const locked = await people.post(amy, { description: 'For subscribers', isProtected: true, seed: 9 })
      const viewer = page.getByRole('dialog')
      await page.goto(`/${amy.username}?post=${locked.id}`)
      await expect(viewer.getByText('1 / 2', { exact: true })).toBeVisible()
      await axe(page)
      await page.keyboard.press('ArrowRight')
      await expect(viewer.getByText('2 / 2', { exact: true })).toBeVisible()
      await expect(viewer.getByRole('img', { name: /^Nobody/ })).toHaveCSS('opacity', '1')
      await viewer.getByRole('button', { name: /^(Read more|Lire la suite)$/ }).click()
      await expectNoSidewaysScroll(page)
      await axe(page)
    })
  })
}

/** Amy's portrait is a public picture like any other. */
function isPortrait(url: string, post: Post): boolean {
  return post.profile_pic !== null && url.includes(post.profile_pic)
}

function idOf(place: number): string {
  return `01939d2a-0000-7000-8000-${String(place).padStart(12, '0')}`
}

/** Answers the page with a list that has no end, of posts nobody may see. */
async function endlessList(page: Page, post: Post): Promise<void> {
  await page.route('**/api/posts?*', async (route) => {
    const page_number = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const json = Array.from({ length: PAGE_SIZE }, (_, index) => ({
      ...post,
      id: idOf(page_number * PAGE_SIZE + index + 1),
      file: null,
      protected: true,
    }))
    await route.fulfill({ json, headers: { link: `</posts?cursor=${page_number + 1}>; rel="next"` } })
  })
}
