import { axe } from '#tests/e2e/support/axe.ts'
import { postsBy } from '#tests/e2e/support/feed.ts'
import { expectClosed, lightbox, nextArrow, pictureLink, swipe } from '#tests/e2e/support/lightbox.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Posts of several pictures, in the feed, in the grid and in the lightbox. */

test('A fan looks through an album in the feed by arrows and keys, and only what is in view and its neighbour is loaded', async ({
  page,
  people,
}) => {
  const amy = await people.creator()
  const album = await people.album(amy, { alts: ['A barre', 'An arcade', 'A chair', 'A window'] })
  await people.signedIn(page, await people.member())
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const picture = album.files.findIndex(({ file }) => request.url().includes(file))
    if (picture >= 0) fetched.add(String(picture))
  })
  await page.goto('/')
  const post = postsBy(page, amy)
  const carousel = post.getByRole('region', { name: 'An album of four' })
  await expect(carousel).toHaveAttribute('aria-roledescription', 'carousel')
  await expect(carousel.getByRole('img', { name: 'A barre' })).toBeVisible()
  await expect(post.getByText('1 / 4', { exact: true })).toBeVisible()
  await expect.poll(() => [...fetched].sort()).toEqual(['0', '1'])

  await carousel.hover()
  await carousel.getByRole('button', { name: 'Next picture' }).click()
  await expect(carousel.getByRole('img', { name: 'An arcade' })).toBeVisible()
  await expect(carousel.getByText('Picture 2 of 4', { exact: true })).toBeAttached()
  await expect.poll(() => [...fetched].sort()).toEqual(['0', '1', '2'])
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(post.getByText('1 / 4', { exact: true })).toBeVisible()
  await expect(carousel.getByRole('button', { name: 'Previous picture' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('ArrowRight')
  await axe(page)

  // The lightbox opens at the picture in view.
  await pictureLink(page, album).click()
  await expect(lightbox(page).getByText('2 / 4', { exact: true })).toBeVisible()
})

test('In the lightbox left and right stay within an album, up and down go to the posts around it', async ({
  page,
  people,
}) => {
  const amy = await people.creator()
  const oldest = await people.post(amy, { description: 'The oldest', seed: 8 })
  const album = await people.album(amy, { description: 'Three of them' })
  await people.post(amy, { description: 'The newest', seed: 9 })
  await people.signedIn(page, await people.member())
  await page.goto(`/${amy.username}?post=${album.id}`)
  const viewer = lightbox(page)
  const counter = (text: string) => viewer.getByText(text, { exact: true })
  await expect(counter('1 / 3')).toBeVisible()
  await expect(viewer.getByRole('img', { name: 'First' })).toBeVisible()

  await test.step('Keys, arrows and the strip stop at both ends of the album', async () => {
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(counter('3 / 3')).toBeVisible()
    await expect(viewer.getByRole('button', { name: 'Next picture' })).toHaveAttribute('aria-disabled', 'true')
    await expect(page).toHaveURL((url) => url.searchParams.get('post') === album.id)
    await viewer.getByRole('button', { name: 'Picture 1 of 3' }).click()
    await expect(counter('1 / 3')).toBeVisible()
    await expect(viewer.getByRole('button', { name: 'Previous picture' })).toHaveAttribute('aria-disabled', 'true')
    await axe(page)
  })

  await test.step('Down goes to the next post, whose one picture is counted among the posts as before', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL((url) => url.searchParams.get('post') === oldest.id)
    await expect(viewer.getByText('Post 3 of 3, by', { exact: false })).toBeAttached()
    await expect(nextArrow(page)).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('ArrowLeft')
    await expect(counter('1 / 3')).toBeVisible()
    await expect(viewer.getByText('Three of them')).toBeVisible()
    await viewer.getByRole('button', { name: 'Post before' }).click()
    await expect(viewer.getByText('The newest')).toBeVisible()
    await page.keyboard.press('Escape')
    await expectClosed(page)
  })
})

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('On a phone an album is swiped, in the feed and in the lightbox, and a swipe opens nothing', async ({
    page,
    people,
  }) => {
    const amy = await people.creator()
    const album = await people.album(amy)
    await people.signedIn(page, await people.member())
    await page.goto('/')
    const post = postsBy(page, amy)
    await expect(post.getByRole('img', { name: 'First' })).toBeVisible()
    await swipe(page, { x: 300, y: 400 }, { x: 90, y: 405 })
    await expect(post.getByText('2 / 3', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/')
    await expectNoSidewaysScroll(page)
    // The browser takes a tap that follows a swipe so soon as the end of its momentum.
    await pictureLink(page, album).click()
    await expect(lightbox(page).getByText('2 / 3', { exact: true })).toBeVisible()
    await swipe(page, { x: 300, y: 250 }, { x: 90, y: 255 })
    await expect(lightbox(page).getByText('3 / 3', { exact: true })).toBeVisible()
    await swipe(page, { x: 200, y: 100 }, { x: 205, y: 300 })
    await expectClosed(page)
    // It is left at the picture that was seen last.
    await expect(post.getByText('3 / 3', { exact: true })).toBeVisible()
  })
})

test('A locked album is one curtain that does not tell how many pictures are behind it', async ({ page, people }) => {
  const amy = await people.creator()
  const album = await people.album(amy, { description: 'Behind it', isProtected: true })
  await people.signedIn(page, await people.member())
  const bytes: string[] = []
  page.on('request', (request) => {
    if (album.files.some(({ file }) => request.url().includes(file))) bytes.push(request.url())
  })
  await page.goto('/')
  const post = postsBy(page, amy)
  await expect(post.getByText('Private Content', { exact: true })).toHaveCount(1)
  await expect(post.getByText(/\d \/ \d|album/)).toHaveCount(0)
  await page.goto(`/${amy.username}?post=${album.id}`)
  await expect(lightbox(page).getByText('1 / 1', { exact: true })).toBeVisible()
  await expect(lightbox(page).getByText('Private Content', { exact: true })).toBeVisible()
  await expect(lightbox(page).getByRole('button', { name: /picture/i })).toHaveCount(0)
  expect(bytes).toEqual([])
})

test('A creator pins a post: it comes first on their page, with a mark, until the pin is taken off', async ({
  page,
  people,
}) => {
  const amy = await people.creator()
  const first = await people.post(amy, { description: 'The oldest', seed: 3 })
  await people.album(amy, { description: 'An album of it' })
  await people.signedIn(page, amy)
  await page.goto(`/${amy.username}?post=${first.id}`)
  await lightbox(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Pin to your page' }).click()
  await expect(page.getByText('Pinned to the top of your page')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectClosed(page)
  const tiles = page.getByRole('list', { name: 'Posts' }).getByRole('link')
  await expect(tiles).toHaveCount(2)
  await expect(tiles.first()).toHaveAccessibleName('Pinned · The oldest')
  await expect(tiles.last()).toHaveAccessibleName('An album of it · 3 pictures')
  await axe(page)

  await tiles.first().click()
  await lightbox(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Unpin' }).click()
  await page.keyboard.press('Escape')
  await expect(tiles.last()).toHaveAccessibleName('The oldest')
})
