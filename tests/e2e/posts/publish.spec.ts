import type { Locator, Page } from '@playwright/test'
import { IMAGE_MAX_BYTES } from '#contract/media.ts'
import type { Post } from '#contract/posts.ts'
import { DESCRIPTION_MAX } from '#contract/schemas.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { nextFileChooser } from '#tests/e2e/support/focus.ts'
import { expectNoSidewaysScroll, watchCalls } from '#tests/e2e/support/page.ts'
import type { People, Person } from '#tests/e2e/support/people.ts'
import { OVERSIZED_PNG } from '#tests/e2e/support/pictures.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { forEachView, roundsFrom } from '#tests/e2e/support/views.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'

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

/** A creator on her own page, with the dialog open. */
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
/** A test cannot use the file dialog of the system. The chosen file is set here. */
const files = (dialog: Locator) => dialog.locator('input[type=file]')

async function fill(dialog: Locator, words: string, isProtected = false): Promise<void> {
  await files(dialog).setInputFiles(await picture())
  await description(dialog).fill(words)
  if (isProtected) await dialog.getByRole('switch', { name: 'Subscribers only' }).check()
}

/** The chosen file and the typed text are still there. */
async function expectKept(dialog: Locator, words: string): Promise<void> {
  await expect(dialog.getByText('rehearsal.jpg')).toBeVisible()
  await expect(dialog.locator('img')).toHaveJSProperty('naturalWidth', 320)
  await expect(description(dialog)).toHaveValue(words)
  await expect(dialog.getByRole('switch', { name: 'Subscribers only' })).toBeChecked()
}

test('A creator with a mouse reads that a file can be dropped', { tag: '@long' }, async ({ page, people }) => {
  const { dialog } = await openDialog(page, people)
  await expect(dialog.getByText('Choose a picture, or drop it here')).toBeVisible()
})

test.describe('A creator on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('A creator on a touch screen does not read about dropping a file', { tag: '@long' }, async ({
    page,
    people,
  }) => {
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
    // The dialog for a second post is empty.
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
    // The request is never answered, so that it is pending until it is cancelled.
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
    // An invalid picture has no broken preview.
    await expect(dialog.getByText('words.jpg')).toBeVisible()
    await expect(dialog.locator('img')).toHaveCount(0)
    await description(dialog).fill('Only words')
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && new URL(response.url()).pathname === '/api/posts',
    )
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
    // A file that is dropped beside the zone does nothing. Without that, the browser would open it instead of the page.
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

/** Delays the response of the server until the returned function is called. The request itself is sent. */
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

/** Drops a file on an element. Returns whether the default action of the browser was prevented. */
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
