import type { Page } from '@playwright/test'
import type { Draft } from '#contract/drafts.ts'
import type { Post } from '#contract/posts.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { lightbox } from '#tests/e2e/support/lightbox.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'

/** The composer of albums, drafts, and the programme of a creator. */

async function pick(page: Page, ...names: string[]): Promise<void> {
  const files = await Promise.all(
    names.map(async (name, index) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await noisePicture({ width: name === 'wide' ? 160 : 64, height: 80, seed: index + 20 }),
    })),
  )
  await page.getByLabel('Add pictures').and(page.locator('input')).setInputFiles(files)
}

const choose = (page: Page, place: number, count: number) =>
  page.getByRole('button', { name: new RegExp(`^Picture ${place} of ${count}`) }).click()
const describeIt = (page: Page, alt: string) => page.getByLabel('Describe it for those who cannot see it').fill(alt)
const handle = (page: Page, place: number) => page.getByRole('button', { name: `Move picture ${place} of 3` })

test('A post without pictures or words is not published, and a file of another type is never sent', async ({
  page,
  people,
}) => {
  await people.signedIn(page, await people.creator())
  await page.goto('/publish')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The file and description are required')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add pictures' })).toBeFocused()
  await page
    .getByLabel('Add pictures')
    .and(page.locator('input'))
    .setInputFiles({ name: 'stage.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('stage.svg: Please choose a JPEG, PNG or GIF picture.')).toBeVisible()
  await pick(page, 'barre')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The file and description are required')).toBeVisible()
  await expect(page.getByLabel('Description', { exact: true })).toBeFocused()
  await axe(page)
})

test('A creator publishes an album: order by mouse and by keys, a cover, and texts that survive a reload', async ({
  page,
  people,
}) => {
  const amy = await people.creator()
  await people.signedIn(page, amy)
  await page.goto('/publish')
  await pick(page, 'barre', 'wide', 'chair')
  await page.getByLabel('Description', { exact: true }).fill('Five minutes of a Tuesday')
  for (const [index, alt] of ['A barre', 'An arcade', 'A chair'].entries()) {
    await choose(page, index + 1, 3)
    await describeIt(page, alt)
  }

  await test.step('What the feed cuts off is told before it is published, and what stays in view is chosen', async () => {
    await choose(page, 2, 3)
    await expect(page.getByText('The feed shows 40% of this picture.')).toBeVisible()
    await page.getByLabel('What stays in view, from left to right').fill('80')
  })

  await test.step('With the mouse the third picture is dragged to the front', async () => {
    await handle(page, 3).hover()
    await page.mouse.down()
    const box = await page.getByRole('button', { name: /^Picture 1 of 3/ }).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 60, { steps: 8 })
    await page.mouse.up()
    await expect(page.getByRole('button', { name: /^Picture 1 of 3/ })).toHaveAccessibleName(
      'Picture 1 of 3 · Cover · A chair',
    )
  })

  await test.step('With the keys it goes on, keeps the focus, and the new place is said', async () => {
    await handle(page, 1).focus()
    await page.keyboard.press('ArrowRight')
    await expect(handle(page, 2)).toBeFocused()
    await expect(page.getByText('Picture 1 is now 2 of 3')).toBeAttached()
    await page.keyboard.press('End')
    await expect(handle(page, 3)).toBeFocused()
    await page.keyboard.press('Home')
    await expect(page.getByRole('button', { name: /^Picture 1 of 3/ })).toHaveAccessibleName(/A chair$/)
  })
  await expect(page.getByText(/^Draft kept, /)).toBeVisible()
  await axe(page)

  await test.step('After a reload everything is there', async () => {
    await expect(page).toHaveURL(/\/publish\/[0-9a-f-]{36}$/)
    await page.reload()
    await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Five minutes of a Tuesday')
    await choose(page, 3, 3)
    await expect(page.getByLabel('Describe it for those who cannot see it')).toHaveValue('An arcade')
    await expect(page.getByLabel('What stays in view, from left to right')).toHaveValue('80')
    await page.getByRole('button', { name: 'Make it the cover' }).click()
  })

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Post created with success')).toBeVisible()
  await expect(page).toHaveURL(`/${amy.username}`)
  const [post] = await people.call<Post[]>(amy, 'GET', `/posts?username=${amy.username}`)
  expect(post?.files.map(({ alt }) => alt)).toEqual(['An arcade', 'A chair', 'A barre'])
  expect(post?.files[0]?.focus).toEqual({ x: 80, y: 50 })
  expect(await people.call<Draft[]>(amy, 'GET', '/posts/drafts')).toEqual([])
})

test('A picture whose upload fails is marked, is sent again with one press, and no picture is sent twice', async ({
  page,
  people,
  expectLine,
}) => {
  const amy = await people.creator()
  await people.signedIn(page, amy)
  await page.goto('/publish')
  expectLine(/Failed to load resource: net::ERR_FAILED/)
  await page.route('**/api/posts/drafts/*/pictures', (route) => route.abort(), { times: 1 })
  await pick(page, 'barre', 'chair')
  const again = page.getByRole('button', { name: 'Try again to send picture 1' })
  await expect(again).toBeVisible()
  await page.getByLabel('Description', { exact: true }).fill('Two of them')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('A picture was not sent. Try again, or remove it.')).toBeVisible()
  await again.click()
  await expect(again).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Post created with success')).toBeVisible()
  const [post] = await people.call<Post[]>(amy, 'GET', `/posts?username=${amy.username}`)
  expect(post?.files).toHaveLength(2)
})

test('A creator schedules a post, finds it in the programme, takes it back and publishes it from there', async ({
  page,
  people,
}) => {
  const amy = await people.creator()
  await people.signedIn(page, amy)
  await page.goto('/publish')
  await pick(page, 'barre')
  await page.getByLabel('Description', { exact: true }).fill('The blue hour')
  await page.getByText('Subscribers', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Subscribers' })).toBeChecked()
  await page.getByLabel('Later').check()
  await page.getByLabel('Day').fill('2020-01-01')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('Please choose a time that is still to come.')).toBeVisible()
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Time').fill('20:00')
  await page.getByRole('button', { name: 'Schedule' }).click()

  await expect(page.getByRole('heading', { name: 'Your programme' })).toBeVisible()
  const column = (name: string) => page.locator('section', { has: page.getByRole('heading', { name }) })
  await expect(column('To come').getByText('20:00')).toBeVisible()
  await expect(column('To come').getByText('Subscribers')).toBeVisible()
  await expect(page.getByRole('list', { name: 'The next two weeks' }).getByText(/: 1 post$/)).toBeAttached()
  const [draft] = await people.call<Draft[]>(amy, 'GET', '/posts/drafts')
  expect(draft?.publish_at).toBe(`${day}T20:00:00.000Z`)
  await axe(page)

  await column('To come').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Make it a draft again' }).click()
  await expect(column('Drafts').getByRole('link', { name: 'The blue hour' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await column('Drafts').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Publish now' }).click()
  await expect(column('Published').getByRole('link', { name: 'The blue hour' })).toBeVisible()
  await expect(column('Drafts').getByText('No drafts')).toBeVisible()
})

test('A finger moves a picture to the front by its handle, and the page does not scroll under it', async ({
  people,
  openOtherBrowser,
}) => {
  const amy = await people.creator()
  const page = await openOtherBrowser({ viewport: { width: 390, height: 600 }, hasTouch: true, isMobile: true })
  await people.signedIn(page, amy)
  await page.goto('/publish')
  await pick(page, 'barre', 'wide', 'chair')
  await choose(page, 3, 3)
  await describeIt(page, 'A chair')
  const middleOf = async (place: number) => {
    const box = await handle(page, place).boundingBox()
    if (!box) throw new Error('the handle is on the page')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  await handle(page, 3).scrollIntoViewIfNeeded()
  const [from, to] = [await middleOf(3), await middleOf(1)]
  const scrolled = () => page.evaluate(() => scrollY)
  const before = await scrolled()
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', [
      { x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 - 4 },
    ])
  await touch('touchEnd', [])
  await expect(page.getByRole('button', { name: /^Picture 1 of 3/ })).toHaveAccessibleName(
    'Picture 1 of 3 · Cover · A chair',
  )
  await expect(page.getByText(/^Picture \d is now 1 of 3$/)).toBeAttached()
  expect(await scrolled()).toBe(before)
})

test('A creator changes the pictures of a post that is out: another cover, a text, one more and one less, seen at once', async ({
  page,
  people,
  expectRefusal,
}) => {
  const amy = await people.creator()
  const fan = await people.member()
  const post = await people.album(amy)
  await people.signedIn(page, amy)
  await page.goto(`/${amy.username}?post=${post.id}`)
  await lightbox(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('link', { name: 'Change the pictures, their order and texts' }).click()
  await expect(page).toHaveURL(`/publish/${post.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit post')
  await choose(page, 3, 3)
  await describeIt(page, 'The third')
  await page.getByRole('button', { name: 'Make it the cover' }).click()
  await choose(page, 2, 3)
  await page.getByRole('button', { name: 'Remove' }).click()
  await pick(page, 'wide')
  await expect(page.getByRole('button', { name: /^Picture 3 of 3/ })).toBeVisible()
  await describeIt(page, 'An arcade')
  await axe(page)

  await test.step('Nobody sees anything of it before it is saved, and it waits while another page is open', async () => {
    expect((await people.call<Post>(fan, 'GET', `/posts/${post.id}`)).files).toHaveLength(3)
    await page.getByRole('link', { name: 'Loge' }).first().click()
    // Home is loaded first: until then, back is the page before the composer.
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(page).toHaveURL(`/publish/${post.id}`)
    await expect(page.getByRole('button', { name: /^Picture 1 of 3/ })).toHaveAccessibleName(/The third$/)
  })
  const save = page.getByRole('button', { name: 'Save' })

  await test.step('If another device has taken out a picture meanwhile, they see what there is now, and lose nothing', async () => {
    const picture = [post.files[2]?.id ?? '', post.files[0]?.id ?? '']
    await people.call(amy, 'PUT', `/posts/${post.id}`, { form: { picture } })
    expectRefusal(422, `/api/posts/${post.id}`)
    await save.click()
    await expect(page.getByText(/were changed elsewhere meanwhile/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Picture 2 of 3/ })).toHaveAccessibleName(/First$/)
  })
  await save.click()
  await expect(page.getByText('Post updated')).toBeVisible()
  await expect(page).toHaveURL(`/${amy.username}?post=${post.id}`)
  const { files } = await people.call<Post>(fan, 'GET', `/posts/${post.id}`)
  expect(files.map(({ alt }) => alt)).toEqual(['The third', 'First', 'An arcade'])
  expect(files[0]?.id).toBe(post.files[2]?.id)
})

test('The programme says how many people have seen a post, how many like it, and how many subscribed after it', async ({
  page,
  people,
}) => {
  const amy = await people.creator()
  const fan = await people.member()
  const post = await people.post(amy)
  await people.call(fan, 'POST', '/views', { post_ids: [post.id] })
  await people.call(fan, 'POST', '/like', { post_id: post.id })
  await people.subscribe(fan, amy)
  await people.signedIn(page, amy)
  await page.goto('/publish/programme')
  await expect(page.getByText('Seen by 1 person')).toBeAttached()
  await expect(page.getByText('Like, 1 like')).toBeAttached()
  await expect(page.getByText('1 new subscriber within a day')).toBeAttached()
})
