import type { Locator, Page } from '@playwright/test'
import { DESCRIPTION_MAX, IMAGE_MAX_BYTES } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { hold } from '#tests/e2e/support/feed.ts'
import { nextFileChooser } from '#tests/e2e/support/focus.ts'
import { DROPPED, expectNoSidewaysScroll, watchCalls } from '#tests/e2e/support/page.ts'
import type { People, Person } from '#tests/e2e/support/people.ts'
import { OVERSIZED_PNG } from '#tests/e2e/support/pictures.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { forEachView, roundsFrom } from '#tests/e2e/support/views.ts'
import { noisePicture } from '#tests/support/pictures.ts'

const REQUIRED = 'The file and description are required'

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

async function picture(seed = 21): Promise<Upload> {
  return {
    name: 'rehearsal.jpg',
    mimeType: 'image/jpeg',
    buffer: await noisePicture({ width: 320, height: 400, seed }),
  }
}

/** Amy on her own page, with the dialog open. */
async function openDialog(page: Page, people: People): Promise<{ amy: Person; dialog: Locator }> {
  const amy = await people.creator()
  await people.signedIn(page, amy)
  await page.goto(`/${amy.username}`)
  await page.getByRole('button', { name: 'Create post' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create post' })
  await expect(dialog).toBeVisible()
  return { amy, dialog }
}

const description = (dialog: Locator) => dialog.getByLabel('Description', { exact: true })
const publish = (dialog: Locator) => dialog.getByRole('button', { name: 'Publish' })
/** The system's own dialog cannot be worked by a test; what is chosen in it arrives here. */
const files = (dialog: Locator) => dialog.locator('input[type=file]')

async function fill(dialog: Locator, words: string, isProtected = false): Promise<void> {
  await files(dialog).setInputFiles(await picture())
  await description(dialog).fill(words)
  if (isProtected) await dialog.getByRole('switch', { name: 'Subscribers only' }).check()
}

/** Everything that was picked and typed is still there. */
async function expectKept(dialog: Locator, words: string): Promise<void> {
  await expect(dialog.getByText('rehearsal.jpg')).toBeVisible()
  await expect(dialog.locator('img')).toHaveJSProperty('naturalWidth', 320)
  await expect(description(dialog)).toHaveValue(words)
  await expect(dialog.getByRole('switch', { name: 'Subscribers only' })).toBeChecked()
}

test('A creator with a mouse reads that a file can be dropped', async ({ page, people }) => {
  const { dialog } = await openDialog(page, people)
  await expect(dialog.getByText('Choose a picture, or drop it here')).toBeVisible()
})

test.describe('A creator on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('A creator on a touch screen does not read about dropping a file', async ({ page, people }) => {
    const { dialog } = await openDialog(page, people)
    await expect(dialog.getByText('Choose a picture')).toBeVisible()
    await expect(dialog.getByText('drop it here')).toBeHidden()
  })
})

test.describe('Publishing a post', () => {
  // Spec 5.17, 5.18, 8.31
  test('A creator reads which fields are required and which files are refused, and nothing is sent', async ({
    page,
    people,
  }) => {
    const { dialog } = await openDialog(page, people)
    const calls = watchCalls(page)
    await expect(files(dialog)).toHaveAttribute('accept', 'image/jpeg,image/png,image/gif')
    await publish(dialog).click()
    await expect(dialog.getByText(REQUIRED)).toBeVisible()
    const choose = dialog.getByRole('button', { name: 'Choose' })
    await expect(choose).toBeFocused()
    await expect(choose).toHaveAccessibleDescription(new RegExp(REQUIRED))

    await files(dialog).setInputFiles({ name: 'stage.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await expect(dialog.getByText('Please choose a JPEG, PNG or GIF picture.')).toBeVisible()
    await drop(page, dialog.locator('.drop-zone'), 'huge.png', IMAGE_MAX_BYTES + 1)
    await expect(dialog.getByText('This picture is too large: 20 MB at most.')).toBeVisible()

    await files(dialog).setInputFiles(await picture())
    await expect(dialog.getByText(/too large/)).toBeHidden()
    await files(dialog).setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer: OVERSIZED_PNG })
    await expect(
      dialog.getByText('This picture has too many pixels: 50 million at most. rehearsal.jpg stays chosen.'),
    ).toBeVisible()
    await expect(dialog.locator('img')).toHaveJSProperty('naturalWidth', 320)
    await files(dialog).setInputFiles(await picture())
    await expect(dialog.getByText(/too many pixels/)).toBeHidden()
    await description(dialog).fill('  ')
    await publish(dialog).click()
    await expect(dialog.getByText(REQUIRED)).toBeVisible()
    await expect(description(dialog)).toBeFocused()
    await expect(description(dialog)).toHaveAccessibleDescription(REQUIRED)

    await description(dialog).fill('x'.repeat(DESCRIPTION_MAX - 1))
    await expect(dialog.getByText('1 character left')).toBeVisible()
    await description(dialog).fill('x'.repeat(DESCRIPTION_MAX + 2))
    await expect(dialog.getByText('2 characters too many')).toBeVisible()
    await publish(dialog).click()
    await expect(description(dialog)).toBeFocused()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  // Spec 2.57, 8.17
  test('A creator sees the progress of a post and "Post created with success", and the post is listed first', async ({
    page,
    people,
  }) => {
    const { amy, dialog } = await openDialog(page, people)
    const answer = await holdAnswer(page)
    await fill(dialog, 'Tonight', true)
    await publish(dialog).click()
    await expect(dialog.getByText('Preparing the picture')).toBeVisible()
    await expect(publish(dialog)).toHaveAttribute('aria-busy', 'true')
    await answer()

    await expect(toast(page, 'Post created with success')).toBeVisible()
    await expect(dialog).toBeHidden()
    const listed = await page.request.get(`/api/posts?username=${amy.username}`, {
      headers: { authorization: amy.token },
    })
    const [first]: Post[] = await listed.json()
    expect(first).toMatchObject({ description: 'Tonight', protected: true })
    await expect(page.locator('main a[href*="post="]').first()).toHaveAttribute('href', new RegExp(`post=${first?.id}`))

    await page.getByRole('link', { name: 'Home' }).first().click()
    await expect(page.getByRole('article').first()).toContainText('Tonight')
    // A second one begins empty.
    await page.goBack()
    await page.getByRole('button', { name: 'Create post' }).first().click()
    await expect(description(dialog)).toHaveValue('')
  })

  test('A creator cancels an upload, closes the dialog, returns, and loses nothing', async ({
    page,
    people,
    expectLine,
  }) => {
    const { dialog } = await openDialog(page, people)
    await fill(dialog, 'Not yet', true)
    // Nothing gets through, so it is being sent until it is cancelled.
    await page.route('**/api/posts', (route) => (route.request().method() === 'POST' ? undefined : route.continue()))
    await publish(dialog).click()
    const bar = dialog.getByRole('progressbar', { name: 'Sending the picture' })
    await expect(bar).toHaveAttribute('aria-valuenow', '0')
    await expect(dialog.getByText('0%')).toBeVisible()
    await expect(description(dialog)).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByText('Cancelled. Nothing was published.')).toBeVisible()
    await expect(bar).toBeHidden()
    await expectKept(dialog, 'Not yet')

    await page.unroute('**/api/posts')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Create post' }).first().click()
    await expectKept(dialog, 'Not yet')

    expectLine(/ERR_FAILED/)
    await page.route('**/api/posts', (route) => route.abort())
    await publish(dialog).click()
    await expect(dialog.getByRole('alert')).toHaveText('The connection dropped. Check your network and try again.')
    await expectKept(dialog, 'Not yet')
    await page.unroute('**/api/posts')
    await publish(dialog).click()
    await expect(toast(page, 'Post created with success')).toBeVisible()
  })

  // Spec 5.18
  test('A creator reads at the picture why the server refused it, and keeps the text', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const { dialog } = await openDialog(page, people)
    await files(dialog).setInputFiles({ name: 'words.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
    // What cannot be drawn leaves no broken frame.
    await expect(dialog.getByText('words.jpg')).toBeVisible()
    await expect(dialog.locator('img')).toHaveCount(0)
    await description(dialog).fill('Only words')
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    expectRefusal(415, '/api/posts')
    await publish(dialog).click()
    expect((await answered).status()).toBe(415)
    await expect(dialog.getByRole('alert')).toHaveText('Please choose a JPEG, PNG or GIF picture.')
    await expect(dialog.getByRole('button', { name: 'Replace' })).toBeFocused()
    await expect(description(dialog)).toHaveValue('Only words')
  })

  test('A creator publishes without a mouse, or drops the file', async ({ page, people }) => {
    const chooser = nextFileChooser(page)
    const { dialog } = await openDialog(page, people)
    await expect(dialog.getByRole('button', { name: 'Choose' })).toBeFocused()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(await picture())
    await expect(dialog.getByRole('button', { name: 'Replace' })).toBeFocused()

    await drop(page, dialog.locator('.drop-zone'), 'dropped.png')
    await expect(dialog.getByText('dropped.png')).toBeVisible()
    // Beside the zone a dropped file does nothing; the browser would leave the page to show it.
    const prevented = await drop(page, dialog.getByRole('heading'), 'stray.png')
    expect(prevented).toBe(true)
    await expect(dialog.getByText('dropped.png')).toBeVisible()

    for (const control of [
      description(dialog),
      dialog.getByRole('switch'),
      dialog.getByRole('button', { name: 'Cancel' }),
    ]) {
      await page.keyboard.press('Tab')
      await expect(control).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Create post' }).first()).toBeFocused()
  })
})

test.describe('Editing and deleting a post in the feed', () => {
  test('Owners edit and delete a post with its menu, and lose nothing after a failure', async ({
    page,
    people,
    expectLine,
  }) => {
    const amy = await people.creator()
    const older = await people.post(amy, { description: 'An older one' })
    await people.post(amy, { description: 'Before' })
    await people.signedIn(page, amy)
    await page.goto('/')
    const cardOf = (words: string) =>
      page.getByRole('article').filter({ hasText: amy.username }).filter({ hasText: words })
    const choose = async (words: string, entry: string) => {
      // A dialog that is still closing takes the focus back, and with it the menu.
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await cardOf(words).getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    await choose('Before', 'Edit')
    const edit = page.getByRole('dialog', { name: 'Edit post' })
    await description(edit).fill('After')
    expectLine(/ERR_FAILED/)
    await page.route('**/api/posts/*', (route) => route.abort())
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit.getByRole('alert')).toHaveText(DROPPED)
    await expect(description(edit)).toHaveValue('After')
    // It is said of this post alone.
    await page.keyboard.press('Escape')
    await choose('An older one', 'Edit')
    await expect(description(edit)).toHaveValue('An older one')
    await expect(edit.getByRole('alert')).toHaveCount(0)
    await expect(description(edit)).toBeFocused()
    await page.keyboard.press('Escape')
    await choose('Before', 'Edit')
    await description(edit).fill('After')
    await page.unroute('**/api/posts/*')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Post updated')).toBeVisible()
    await expect(cardOf('After')).toBeVisible()

    const ask = page.getByRole('dialog', { name: 'Delete this post?' })
    const failing = '**/api/posts/*'
    await page.route(failing, (route) => route.abort())
    await test.step('who leaves the question while the answer is on its way, and comes back, is told how it went', async () => {
      const { release } = await hold(page, failing)
      await choose('After', 'Delete')
      await expect(ask.getByRole('button', { name: 'Keep it' })).toBeFocused()
      // At once, before anything of the press is drawn.
      await ask.getByRole('button', { name: 'Delete' }).evaluate((pressed: HTMLButtonElement) => {
        pressed.click()
        pressed.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      })
      await choose('After', 'Delete')
      await expect(ask.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-busy', 'true')
      expectLine(/ERR_FAILED/)
      await release()
      await expect(ask.getByRole('alert')).toHaveText(DROPPED)
    })
    await test.step('who does not come back is told in passing', async () => {
      const { release } = await hold(page, failing)
      await ask.getByRole('button', { name: 'Delete' }).click()
      await page.keyboard.press('Escape')
      await expect(ask).toHaveCount(0)
      expectLine(/ERR_FAILED/)
      await release()
      await expect(toast(page, DROPPED)).toHaveRole('alert')
    })
    await page.unroute(failing)

    await choose('After', 'Delete')
    await ask.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Post deleted')).toBeVisible()
    await expect(cardOf('After')).toHaveCount(0)
    await expect(page.locator(`main article a[href*="post=${older.id}"]`)).toBeFocused()
  })
})

for (const round of roundsFrom(1440)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('The dialog for a new post passes axe when it is empty, invalid and filled', async ({ page, people }) => {
      const amy = await people.creator()
      await people.signedIn(page, amy)
      await page.goto(`/${amy.username}`)
      await page
        .getByRole('button', { name: /^(Create post|Créer une publication)$/ })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: /^(Publish|Publier)$/ }).click()
      await forEachView(page, round, async () => {
        await expect(dialog.locator('[aria-invalid=true]')).toBeVisible()
        await axe(page)
      })
      await files(dialog).setInputFiles(await picture())
      await description(dialog).fill('x'.repeat(DESCRIPTION_MAX + 1))
      await forEachView(page, round, async () => {
        await expectNoSidewaysScroll(page)
        await axe(page)
      })
    })
  })
}

/** Holds the server's answer back when it has everything; the result lets it go on. */
async function holdAnswer(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const held = new Promise<string>((resolve) => {
    session.once('Fetch.requestPaused', ({ requestId }) => resolve(requestId))
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/posts', requestStage: 'Response' }] })
  return async () => {
    await session.send('Fetch.continueRequest', { requestId: await held })
    await session.send('Fetch.disable')
  }
}

/** Drops a file of this name and size on an element; whether the browser was kept from showing it. */
async function drop(page: Page, target: Locator, name: string, size = 1): Promise<boolean> {
  const transfer = await page.evaluateHandle(
    (file) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(file.size)], file.name, { type: 'image/png' }))
      return data
    },
    { name, size },
  )
  return await target.evaluate((element, dataTransfer) => {
    const event = (type: string) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
    element.dispatchEvent(event('dragover'))
    return !element.dispatchEvent(event('drop'))
  }, transfer)
}
