import { PAGE_SIZE } from '#server/paging.ts'
import { expectClosed, lightbox, nextArrow, pictureLink, previousArrow } from '#tests/e2e/support/lightbox.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'

/** The position of a post in lists that are longer than a page. */

const TOTAL = 2 * PAGE_SIZE + 19
const numbered = (total: number) => Array.from({ length: total }, (_, index) => `Number ${total - index}`)

test.describe('The lightbox in a long list', () => {
  test('The counter of the lightbox shows the total from the start, while further pages are loaded', async ({
    page,
    people,
    db,
  }) => {
    const amy = await people.creator()
    const ids = (await insertPosts({ db, now: () => new Date() }, amy, numbered(TOTAL), { protected: true })).reverse()
    await people.signedIn(page, await people.member())
    await page.goto(`/${amy.username}`)
    await pictureLink(page, { id: ids[1] ?? '' }).click()
    const counter = (text: string) => lightbox(page).getByText(text, { exact: true })
    await expect(counter(`2 / ${TOTAL}`)).toBeVisible()
    await expect(lightbox(page).getByText(`Post 2 of ${TOTAL}, by ${amy.username}`)).toBeAttached()

    for (let place = 3; place <= PAGE_SIZE + 2; place += 1) {
      await expect(nextArrow(page)).not.toHaveAttribute('aria-disabled')
      await page.keyboard.press('ArrowRight')
      await expect(counter(`${place} / ${TOTAL}`)).toBeVisible()
    }
  })

  test('An old post that the URL names opens directly, with its position and its neighbours', async ({
    page,
    people,
    db,
  }) => {
    const amy = await people.creator()
    const ids = (await insertPosts({ db, now: () => new Date() }, amy, numbered(TOTAL), { protected: true })).reverse()
    await people.signedIn(page, await people.member())
    // The list of the page below is not loaded yet.
    const list = Promise.withResolvers<void>()
    await page.route('**/api/posts?*', async (route) => {
      await list.promise
      await route.continue()
    })
    const wanted = TOTAL - 4
    await page.goto(`/${amy.username}?post=${ids[wanted - 1]}`)
    await expect(lightbox(page).getByText(`Number ${wanted}`, { exact: true })).toBeVisible()
    const counter = (place: number) => lightbox(page).getByText(`${place} / ${TOTAL}`, { exact: true })
    await expect(counter(wanted)).toBeVisible()
    list.resolve()
    for (const place of [wanted - 1, wanted - 2, wanted - 3, wanted - 4]) {
      await expect(previousArrow(page)).not.toHaveAttribute('aria-disabled')
      await page.keyboard.press('ArrowLeft')
      await expect(counter(place)).toBeVisible()
      await expect(lightbox(page).getByText(`Number ${place}`, { exact: true })).toBeVisible()
    }
    for (let place = wanted - 3; place <= TOTAL; place += 1) {
      await expect(nextArrow(page)).not.toHaveAttribute('aria-disabled')
      await page.keyboard.press('ArrowRight')
      await expect(counter(place)).toBeVisible()
    }
    await expect(nextArrow(page)).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await expectClosed(page)
  })

  test('A post of another creator is not found here, and a total of thousands is not exact', { tag: '@long' }, async ({
    page,
    people,
    db,
  }) => {
    const [amy, zoe] = [await people.creator(), await people.creator()]
    const now = () => new Date()
    const [first = ''] = (await insertPosts({ db, now }, amy, numbered(PAGE_SIZE + 1), { protected: true })).reverse()
    await people.signedIn(page, await people.member())
    await page.goto(`/${zoe.username}?post=${first}`)
    await expect(page.getByRole('heading', { name: 'This post is not here' })).toBeVisible()

    // Otherwise the page below would load the end of this short list.
    await page.route('**/api/posts?*cursor=*', () => {})
    await page.route('**/api/posts/count?*', (route) => route.fulfill({ json: { count: 1000, is_more: true } }))
    await page.goto(`/${amy.username}?post=${first}`)
    await expect(lightbox(page).getByText('1 / 1,000+', { exact: true })).toBeVisible()
  })

  test('A creator who deletes an old post sees the next one, and all counters are one less', { tag: '@long' }, async ({
    page,
    people,
    db,
  }) => {
    const total = PAGE_SIZE + 8
    const amy = await people.creator()
    const ids = (await insertPosts({ db, now: () => new Date() }, amy, numbered(total))).reverse()
    const picture = await noisePicture({ width: 40, height: 50 })
    await page.route('**/api/media/**', (route) => route.fulfill({ contentType: 'image/png', body: picture }))
    await people.signedIn(page, amy)
    await page.goto(`/${amy.username}?post=${ids[total - 3]}`)
    const counter = (text: string) => lightbox(page).getByText(text, { exact: true })
    await expect(counter(`${total - 2} / ${total}`)).toBeVisible()
    await expect(nextArrow(page)).not.toHaveAttribute('aria-disabled')
    await lightbox(page).getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete this post?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(lightbox(page).getByText(`Number ${total - 1}`, { exact: true })).toBeVisible()
    await expect(counter(`${total - 2} / ${total - 1}`)).toBeVisible()

    await page.keyboard.press('Escape')
    await expectClosed(page)
    await pictureLink(page, { id: ids[0] ?? '' }).click()
    await expect(counter(`1 / ${total - 1}`)).toBeVisible()
  })
})
