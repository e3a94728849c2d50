import { titled } from '#tests/e2e/support/navigation.ts'
import { watchCalls } from '#tests/e2e/support/page.ts'
import {
  expectClosed,
  fromTheStart,
  openTile,
  openTwoAuthors,
  stopTime,
  tileOf,
  untilShown,
  viewerOf,
} from '#tests/e2e/support/stories.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Stories with pictures, and a clock that the test controls. */
test.describe('The story viewer', () => {
  test.beforeEach(async ({ page }) => page.clock.install())

  // Spec 2.101, 2.106, 2.107, 4.5, 4.6, 4.7
  test('A viewer sees each story for five seconds in steps of two percent, and then the page again', async ({
    page,
    people,
    authors,
  }) => {
    const amy = await authors.author()
    const first = await authors.publish(amy, { description: 'The first', hours: 5.5 })
    const second = await authors.publish(amy, { description: 'The second', hours: 0.7 })
    await people.signedIn(page, await people.signUp())
    const calls = watchCalls(page)
    await page.goto('/')
    const tile = tileOf(page, amy)
    await expect(tile).toHaveAccessibleName(`${amy.username}, new story`)
    await stopTime(page)

    await tile.click()
    const { viewer, progress, announced, picture } = viewerOf(page)
    await fromTheStart(page, 'The first')
    expect(new URL(page.url()).searchParams.get('story')).toBe(first.id)
    await expect(announced).toHaveText(`${amy.username}, 1 of 2`)
    await expect(page).toHaveTitle(titled(`Stories by ${amy.username}`))
    await expect(viewer.getByRole('link', { name: amy.username })).toBeVisible()
    await expect(viewer.getByText('5h left')).toBeVisible()
    await expect(progress.locator(':scope > span')).toHaveCount(2)
    // The next story is preloaded.
    await expect(viewer.locator('img[hidden][alt="The second"]')).toHaveCount(1)

    await page.clock.runFor(100)
    await expect(progress).toHaveAttribute('aria-valuenow', '2')
    await page.clock.runFor(4800)
    await expect(progress).toHaveAttribute('aria-valuenow', '98')
    await page.clock.runFor(100)
    await expect(announced).toHaveText(`${amy.username}, 2 of 2`)
    await expect(picture('The second')).toBeVisible()
    await expect(viewer.getByText(/^4[12]m left$/)).toBeVisible()
    await expect(progress).toHaveAttribute('aria-valuenow', '0')
    expect(new URL(page.url()).searchParams.get('story')).toBe(second.id)

    await page.clock.runFor(4900)
    await expect(progress).toHaveAttribute('aria-valuenow', '98')
    await expectClosed(page)
    expect(new URL(page.url()).search).toBe('')
    await expect(page).toHaveTitle(titled('Home'))
    await expect(tile).toBeFocused()
    await expect(tile).toHaveAccessibleName(`${amy.username}, story seen`)
    const seen = calls.filter((call) => call.endsWith('/seen'))
    expect(seen).toEqual([`POST /stories/${first.id}/seen`, `POST /stories/${second.id}/seen`])
  })

  // Spec 2.103, 2.105, 4.7
  test('A viewer moves between stories with the arrow keys, pauses with Space, and closes with Escape', async ({
    page,
    people,
    authors,
  }) => {
    const amy = await authors.author()
    await authors.publish(amy, { description: 'The first' })
    await authors.publish(amy, { description: 'The second' })
    await people.signedIn(page, await people.signUp())
    await page.goto('/')
    await tileOf(page, amy).focus()
    await stopTime(page)
    await page.keyboard.press('Enter')
    const { progress, picture, play, pause } = viewerOf(page)
    await fromTheStart(page, 'The first')

    await page.clock.runFor(2000)
    await expect(progress).toHaveAttribute('aria-valuenow', '40')
    await page.keyboard.press('ArrowLeft')
    await expect(progress).toHaveAttribute('aria-valuenow', '0')
    await expect(picture('The first')).toBeVisible()

    await page.clock.runFor(1000)
    await page.keyboard.press('Space')
    await expect(play).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(progress).toHaveAttribute('aria-valuenow', '20')
    await page.keyboard.press('Space')
    await expect(pause).toBeVisible()
    await page.clock.runFor(1000)
    await expect(progress).toHaveAttribute('aria-valuenow', '40')

    await page.keyboard.press('ArrowRight')
    await expect(picture('The second')).toBeVisible()
    await expect(progress).toHaveAttribute('aria-valuenow', '0')
    await page.keyboard.press('ArrowLeft')
    await expect(picture('The first')).toBeVisible()
    await page.keyboard.press('Escape')
    await expectClosed(page)
    await expect(tileOf(page, amy)).toBeFocused()
  })

  // Spec 2.102, 2.103, 4.8
  test('A viewer taps the thirds of the picture, holds it, and swipes to other creators and out', async ({
    page,
    people,
    authors,
  }) => {
    const { amy } = await openTwoAuthors(page, people, authors)
    const { viewer, progress, picture, play, pause, announced } = viewerOf(page)
    await fromTheStart(page, 'The first of Bea')
    const box = await viewer.locator('[aria-busy]').boundingBox()
    if (!box) throw new Error('The picture has no place')
    const at = (share: number) => [box.x + share * box.width, box.y + box.height / 2] as const

    await page.mouse.click(...at(0.9))
    await expect(picture('The second of Bea')).toBeVisible()
    await page.mouse.click(...at(0.1))
    await expect(picture('The first of Bea')).toBeVisible()
    await page.mouse.click(...at(0.5))
    await expect(play).toBeVisible()
    await page.mouse.click(...at(0.5))
    await expect(pause).toBeVisible()

    // A held story stands still. After the release it continues, without a pause or a change.
    await fromTheStart(page, 'The first of Bea')
    await page.mouse.move(...at(0.9))
    await page.mouse.down()
    await page.clock.runFor(20_000)
    await expect(progress).toHaveAttribute('aria-valuenow', '0')
    await page.mouse.up()
    await page.clock.runFor(1000)
    await expect(progress).toHaveAttribute('aria-valuenow', '20')
    await expect(picture('The first of Bea')).toBeVisible()

    const swipe = async (from: readonly [number, number], [right, down]: readonly [number, number]) => {
      await page.mouse.move(...from)
      await page.mouse.down()
      await page.mouse.move(from[0] + right, from[1] + down, { steps: 4 })
      await page.mouse.up()
    }
    await swipe(at(0.7), [-150, 10])
    await expect(picture('Of Amy')).toBeVisible()
    await expect(announced).toHaveText(`${amy.username}, 1 of 1`)
    await swipe(at(0.3), [150, -10])
    await expect(picture('The first of Bea')).toBeVisible()
    await swipe(at(0.5), [20, 200])
    await expectClosed(page)
  })

  test('A story waits while the window has no focus, while its long text is expanded, and during a dialog', {
    tag: '@long',
  }, async ({ page, people, authors }) => {
    const amy = await authors.author()
    const description = `${'A word and '.repeat(20)}the end.`
    await authors.publish(amy, { description })
    await people.signedIn(page, amy)
    await page.goto('/')
    await openTile(page, amy)
    const { viewer, progress } = viewerOf(page)
    await fromTheStart(page, description)
    await page.clock.runFor(1000)

    await page.evaluate(() => dispatchEvent(new Event('blur')))
    await page.clock.runFor(30_000)
    await expect(progress).toHaveAttribute('aria-valuenow', '20')
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.clock.runFor(500)
    await expect(progress).toHaveAttribute('aria-valuenow', '30')

    await viewer.getByRole('button', { name: 'Read more' }).click()
    await expect(viewer.getByText('the end.')).toBeVisible()
    await page.clock.runFor(30_000)
    await viewer.getByRole('button', { name: 'Read less' }).click()
    await expect(progress).toHaveAttribute('aria-valuenow', '30')

    await viewer.getByRole('button', { name: 'Delete story' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this story?' })
    await page.clock.runFor(30_000)
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await page.clock.runFor(500)
    await expect(dialog).toHaveCount(0)
    await expect(progress).toHaveAttribute('aria-valuenow', '40')
  })

  test('A delete dialog closes if its story is deleted elsewhere, and the preloaded next story is shown', {
    tag: '@long',
  }, async ({ page, people, authors }) => {
    const amy = await authors.author()
    const first = await authors.publish(amy, { description: 'The first' })
    await authors.publish(amy, { description: 'The second' })
    await people.signedIn(page, amy)
    const calls = watchCalls(page)
    await page.goto('/')
    await openTile(page, amy)
    const { viewer, announced, picture } = viewerOf(page)
    await fromTheStart(page, 'The first')
    const waiting = viewer.locator('img[hidden][alt="The second"]')
    await expect.poll(() => waiting.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await waiting.evaluate((image: HTMLImageElement) => Object.assign(image.dataset, { there: 'already' }))
    await viewer.getByRole('button', { name: 'Delete story' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this story?' })
    await page.clock.runFor(500)
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()

    await authors.remove(amy, first)
    await page.clock.runFor(61_000)
    await expect(async () => {
      await page.clock.runFor(100)
      expect(await dialog.count()).toBe(0)
    }).toPass()
    await expect(announced).toHaveText(`${amy.username}, 1 of 1`)
    await expect(picture('The second')).toHaveAttribute('data-there', 'already')
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  })

  // Spec 2.108, 4.9, 6.6
  test('A viewer stays at a locked story until they move, and Subscribe Now leads to its creator', async ({
    page,
    people,
    authors,
  }) => {
    const amy = await authors.author()
    await authors.publish(amy, { description: 'Not for everyone', isProtected: true })
    const open = await authors.publish(amy, { description: 'For everyone' })
    await people.signedIn(page, await people.signUp())
    const calls = watchCalls(page)
    await page.goto(`/${amy.username}`)
    const ring = page.getByRole('link', { name: `See the stories of ${amy.username}, new story` })
    await expect(ring).toBeVisible()
    await stopTime(page)
    await ring.click()
    const { viewer, progress, announced, picture, pause } = viewerOf(page)
    // The viewer opens at the story that they may see.
    await untilShown(page, 'For everyone')
    await page.keyboard.press('ArrowLeft')
    await expect(viewer.getByText('Private Story', { exact: true })).toBeVisible()
    await expect(viewer.getByText('You need to subscribe to see this content.')).toBeVisible()
    await expect(announced).toHaveText(`${amy.username}, 1 of 2, Private Story`)
    await expect(viewer.getByText('Not for everyone')).toHaveCount(0)
    await expect(pause).toHaveCount(0)
    await page.clock.runFor(120_000)
    await expect(announced).toContainText('1 of 2')
    await expect(progress).toHaveAttribute('aria-valuenow', '0')
    expect(calls.filter((call) => call.endsWith('/seen'))).toEqual([`POST /stories/${open.id}/seen`])

    await page.keyboard.press('ArrowRight')
    await expect(picture('For everyone')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await viewer.getByRole('link', { name: 'Subscribe Now' }).click()
    await expectClosed(page)
    await expect(page).toHaveURL(`/${amy.username}`)
  })
})
