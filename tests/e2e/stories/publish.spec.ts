import { axe } from '#tests/e2e/support/axe.ts'
import { hold } from '#tests/e2e/support/feed.ts'
import { expectFocusIn } from '#tests/e2e/support/focus.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { tileOf, viewerOf } from '#tests/e2e/support/stories.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { clip } from '#tests/support/files/clips.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'

const STORIES = '**/api/stories'

test.describe('Creating a story', () => {
  // Spec 5.19, 8.31, 9.30
  test('A story without a file or a description says "Media and description are required", and invalid files are refused', async ({
    page,
    people,
    authors,
  }) => {
    await people.signedIn(page, await authors.author())
    const calls = watchCalls(page)
    await page.goto('/')
    await button(page, 'Add story').click()
    const dialog = page.getByRole('dialog', { name: 'Create story' })
    const file = dialog.locator('input[type=file]')
    await expect(dialog.getByText('JPEG, PNG, GIF, MP4, MOV')).toBeVisible()
    await expect(dialog.getByText(/videos up to 100\sMB and 60 seconds/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog.getByText('Media and description are required')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Choose' })).toBeFocused()

    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
    await expect(dialog.getByText('Please choose a JPEG, PNG or GIF picture, or an MP4 or MOV video.')).toBeVisible()
    await file.setInputFiles({ name: 'long.mp4', mimeType: 'video/mp4', buffer: await clip('sixty-one-seconds.mp4') })
    await expect(dialog.getByText('This video is too long: 60 seconds at most.')).toBeVisible()

    await file.setInputFiles({ name: 'good.jpg', mimeType: 'image/jpeg', buffer: await noisePicture() })
    await expect(dialog.getByText('good.jpg')).toBeVisible()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog.getByText('Media and description are required')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeFocused()
    expect(calls.filter((call) => call.startsWith('POST /stories'))).toEqual([])
  })

  // Spec 6.18, 8.18
  test('A story can be cancelled; a refused video shows the reason, and nothing is lost; then "Story created successfully!"', async ({
    page,
    people,
    authors,
    expectRefusal,
  }) => {
    const amy = await authors.author()
    await people.signedIn(page, amy)
    await page.goto(`/${amy.username}`)
    await button(page, 'Add story').click()
    const dialog = page.getByRole('dialog', { name: 'Create story' })
    const choose = async (name: string, mimeType: string, from: string) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: await clip(from) })
    await choose('clip.mov', 'video/quicktime', 'phone.mov')
    await expect(dialog.locator('video')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Description' }).fill('From the wings')
    await dialog.getByRole('switch', { name: 'Subscribers only' }).check()

    const { release } = await hold(page, STORIES)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByText('Cancelled. Nothing was published.')).toBeVisible()
    await release()

    await choose('new.mp4', 'video/mp4', 'hevc.mp4')
    expectRefusal(415, '/api/stories')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'This video is HEVC (H.265), which many browsers cannot play. Please export it as H.264.',
    )
    await expect(toast(page, 'Failed to create story')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Replace' })).toBeFocused()
    await expect(dialog.getByText('new.mp4')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('From the wings')
    await expect(dialog.getByRole('switch', { name: 'Subscribers only' })).toBeChecked()
    await axe(page)

    await choose('clip.mov', 'video/quicktime', 'phone.mov')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(toast(page, 'Story created successfully!')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    const seen = page.waitForResponse('**/api/stories/*/seen')
    await page.getByRole('link', { name: `See the stories of ${amy.username}, new story` }).click()
    await expect(viewerOf(page).viewer.getByText('From the wings')).toBeVisible()
    await seen
    await viewerOf(page).viewer.getByRole('button', { name: 'Delete story' }).click()
    await page.getByRole('dialog', { name: 'Delete this story?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Story deleted successfully')).toBeVisible()
  })
})

test.describe('Deleting a story', () => {
  // Spec 2.104, 2.118, 4.10, 4.11, 4.12, 6.14, 7.32, 8.19
  test('A deletion of a story is confirmed first, can fail, shows the next story, and closes the viewer after the last', async ({
    page,
    people,
    authors,
    expectRefusal,
  }) => {
    const amy = await authors.author()
    const first = await authors.publish(amy, { description: 'The first' })
    const second = await authors.publish(amy, { description: 'The second' })
    await people.signedIn(page, amy)
    await page.goto('/')
    await tileOf(page, amy).click()
    const { viewer, picture, announced } = viewerOf(page)
    await expect(picture('The first')).toBeVisible()
    await expectFocusIn(viewer)
    await page.keyboard.press('Space')

    await viewer.getByRole('button', { name: 'Delete story' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this story?' })
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
    expectRefusal(500, `/api/stories/${first.id}`)
    const fail = { status: 500, json: { error: 'Broken', code: 'internal' } }
    await page.route(`**/api/stories/${first.id}`, (route) => route.fulfill(fail), { times: 1 })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Failed to delete story')).toBeVisible()
    await expect(dialog).toBeVisible()
    const listed = page.waitForRequest((request) => /\/api\/stories$/.test(request.url()) && request.method() === 'GET')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Story deleted successfully')).toBeVisible()
    await listed
    await expect(dialog).toHaveCount(0)
    await expect(picture('The second')).toBeVisible()
    await expect(announced).toHaveText(`${amy.username}, 1 of 1`)
    expect(new URL(page.url()).searchParams.get('story')).toBe(second.id)

    await viewer.getByRole('button', { name: 'Delete story' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(viewer).toHaveCount(0)
    await expect(tileOf(page, amy)).toHaveCount(0)
    await expect(page).toHaveURL('/')
  })
})
