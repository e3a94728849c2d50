import type { Page } from '@playwright/test'
import { GIF_MAX_BYTES } from '#contract/media.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { signInAs } from '#tests/e2e/support/members.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { OVERSIZED_PNG } from '#tests/e2e/support/pictures.ts'
import { bio, choosePicture, openSettings, price, SERVER_ERROR, shareLink } from '#tests/e2e/support/settings.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { dismissToasts, toast } from '#tests/e2e/support/toasts.ts'

const PRICE_RULE = 'A price is between €0.01 and €999.99, to the cent.'

/** A large file is created in the browser, which is faster than sending it there. */
async function chooseLargeFile(page: Page, file: { name: string; type: string; size: number }): Promise<void> {
  await page.locator('input[type=file]').evaluate((input: HTMLInputElement, { name, type, size }) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([new Uint8Array(size)], name, { type }))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, file)
}

const TOO_LARGE_GIF = { name: 'amy.gif', type: 'image/gif', size: GIF_MAX_BYTES + 1 }
const TOO_LARGE_PHOTO = { name: 'camera.jpg', type: 'image/jpeg', size: 28 * 2 ** 20 }

/** Delays the requests that save a profile until the returned function is called. */
async function holdProfiles(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/profiles/*', async (route) => {
    if (route.request().method() === 'PUT') await released
    await route.continue().catch(() => {})
  })
  return release
}

/** The names of the form fields that are sent from now on. */
function watchForms(page: Page): string[][] {
  const forms: string[][] = []
  page.on('request', (request) => {
    const body = request.postDataBuffer()?.toString('latin1') ?? ''
    if (request.method() === 'PUT') forms.push([...body.matchAll(/; name="(\w+)"/g)].map((match) => match[1] ?? ''))
  })
  return forms
}

test.describe('A member who becomes a creator', () => {
  // Spec 4.54, 5.21, 9.7
  test('A new creator gets an editor with default prices, a required picture, and errors before anything is sent', async ({
    page,
    people,
  }) => {
    await signInAs(page, people)
    await page.goto('/settings')
    await expect(bio(page)).toHaveCount(0)
    await expect(shareLink(page)).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Become a creator' }).click()
    await expect(page).toHaveURL('/settings#creator')
    await expect(page.getByRole('heading', { name: 'Creator profile' })).toBeFocused()
    await expect(bio(page)).toHaveValue('')
    await expect(price(page, '1 Day')).toHaveValue('7.99')
    await expect(price(page, '1 Week')).toHaveValue('14.99')
    await expect(price(page, '1 Month')).toHaveValue('23.99')
    for (const [name, value] of [
      ['type', 'number'],
      ['step', '0.01'],
      ['placeholder', '0.00'],
      ['inputmode', 'decimal'],
    ] as const) {
      await expect(price(page, '1 Day')).toHaveAttribute(name, value)
    }

    const calls = watchCalls(page)
    await bio(page).fill('Hello')
    await expect(button(page, 'Save profile')).toBeDisabled()
    await price(page, '1 Day').press('Enter')
    const choose = button(page, 'Choose a picture')
    await choosePicture(page, 'amy.webp', 'image/webp')
    await expect(choose).toHaveAccessibleDescription(/^Please choose a JPEG, PNG or GIF picture\./)
    await chooseLargeFile(page, TOO_LARGE_GIF)
    await expect(choose).toHaveAccessibleDescription(/^This GIF is too large: 10 MB at most\./)
    await expect(button(page, 'Save profile')).toBeDisabled()
    await choosePicture(page)
    await expect(button(page, 'Change picture')).toHaveAccessibleDescription('JPEG, PNG, GIF')
    await expect(page.getByRole('main').locator('form img')).toHaveAttribute('src', /^blob:/)

    for (const wrong of ['', '0', '1000', '7.999']) {
      await price(page, '1 Week').fill(wrong)
      await button(page, 'Save profile').click()
      await expect(price(page, '1 Week')).toHaveAccessibleDescription(PRICE_RULE)
      await expect(price(page, '1 Week')).toBeFocused()
    }
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(1)
    expect(calls).toEqual([])
  })

  // Spec 8.13
  test('A new creator loses nothing after a failure, and then has a profile, the creator’s menu and a share link', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const member = await people.member()
    await people.signedIn(page, member)
    // The URL with the anchor leads there as well.
    await page.goto('/settings#creator')
    await expect(page.getByRole('heading', { name: 'Creator profile' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button(page, 'Choose a picture')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Soloist by night')
    await page.keyboard.press('Tab')
    await page.keyboard.type('5')
    await choosePicture(page)

    const path = `/api/profiles/${member.id}`
    await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: SERVER_ERROR }))
    expectRefusal(500, path)
    await button(page, 'Save profile').click()
    await expect(toast(page, 'An unexpected error happened')).toHaveRole('alert')
    await expect(page.getByRole('main').getByText('Something went wrong on our side. Please try again.')).toBeVisible()
    await page.unroute(`**${path}`)

    // The response while new creators need an invitation.
    await page.route(`**${path}`, (route) => route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }))
    expectRefusal(403, path)
    await button(page, 'Save profile').click()
    await expect(page.getByText(/^Loge takes new creators by invitation for the moment\./)).toBeVisible()
    await page.unroute(`**${path}`)
    await expect(bio(page)).toHaveValue('Soloist by night')
    await expect(price(page, '1 Day')).toHaveValue('5')

    await button(page, 'Save profile').click()
    await expect(toast(page, 'Profile created with success')).toHaveRole('status')
    await expect(price(page, '1 Day')).toHaveValue('5.00')
    await expect(button(page, 'Save profile')).toBeDisabled()
    await expect(button(page, 'Save profile')).toBeFocused()
    await expect(page.getByText(/^Loge takes new creators/)).toHaveCount(0)
    await expect(shareLink(page)).toHaveValue(new RegExp(`/${member.username}$`))
    await dismissToasts(page)
    await button(page, 'Menu').click()
    await expect(page.getByRole('dialog').getByRole('navigation', { name: 'Creator' })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Become a creator' })).toHaveCount(0)
  })
})

test.describe('A creator', () => {
  // Spec 2.64, 4.53, 4.55, 8.14
  test('A creator can save only real changes of picture, bio and prices, and only once', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const creator = await openSettings(page, people, { bio: 'Soloist by night.' })
    const save = button(page, 'Save profile')
    await expect(bio(page)).toHaveValue('Soloist by night.')
    await expect(page.getByText('17 of 5,000 characters')).toBeVisible()
    await expect(save).toBeDisabled()
    await bio(page).fill('Soloist by day.')
    await expect(page.getByText('Unsaved: bio', { exact: true })).toBeVisible()
    await expect(save).toBeEnabled()
    await bio(page).fill('Soloist by night. ')
    await expect(save).toBeDisabled()
    await price(page, '1 Month').fill('026.5')
    await expect(page.getByText('Unsaved: price of 1 Month', { exact: true })).toBeVisible()
    await price(page, '1 Month').fill('23.990')
    await price(page, '1 Month').fill('23.99')
    await expect(save).toBeDisabled()

    await price(page, '1 Month').fill('26.5')
    const path = `/api/profiles/${creator.id}`
    const forms = watchForms(page)
    await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: SERVER_ERROR }))
    expectRefusal(500, path)
    await save.click()
    await expect(toast(page, 'Failed to update profile. Please try again.')).toHaveRole('alert')
    await expect(price(page, '1 Month')).toHaveValue('26.5')
    await page.unroute(`**${path}`)

    const release = await holdProfiles(page)
    await save.click()
    await expect(save).toHaveAttribute('aria-busy', 'true')
    await expect(save).toBeDisabled()
    await save.click({ force: true })
    await price(page, '1 Day').press('Enter')
    release()
    await expect(toast(page, 'Profile updated successfully!')).toHaveRole('status')
    await expect(price(page, '1 Month')).toHaveValue('26.50')
    await expect(save).toBeDisabled()
    expect(forms).toEqual([['month_subscription'], ['month_subscription']])
  })

  test('A creator sees the upload progress of a picture, and can cancel without losing it', async ({
    page,
    people,
  }) => {
    await openSettings(page, people)
    // A pending request for the old portrait would fail after it is replaced.
    await expect(page.getByRole('banner').locator('img')).toHaveJSProperty('naturalWidth', 64)
    await choosePicture(page)
    await expect(page.getByText('Unsaved: picture', { exact: true })).toBeVisible()
    await holdProfiles(page)
    await button(page, 'Save profile').click()
    await expect(page.getByRole('progressbar', { name: /picture$/ })).toBeVisible()
    await button(page, 'Cancel').click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    // A cancelled upload is not reported as a failure.
    await expect(page.getByRole('main').getByText(/^The connection dropped\./)).toHaveCount(0)
    await expect(page.getByText('Unsaved: picture', { exact: true })).toBeVisible()
    // The cancelled request is never released: it might reach the server after the next one.
    await page.unroute('**/api/profiles/*')
    await button(page, 'Save profile').click()
    await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
    await expect(page.getByRole('main').locator('form img')).toHaveAttribute('src', /\/media\//)
    await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /\/media\//)
  })

  // Spec 8.16
  test('A creator whose profile fails to load is told so, and can load it again', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const creator = await people.creator()
    await people.signedIn(page, creator)
    await page.route('**/api/profiles/*', (route) =>
      route.fulfill({ status: 429, json: { error: 'No', code: 'rate_limited' } }),
    )
    expectRefusal(429, `/api/profiles/${creator.username}`)
    await page.goto('/settings')
    await expect(toast(page, 'An unexpected error occurred')).toHaveRole('alert')
    await expect(bio(page)).toHaveCount(0)
    await page.unroute('**/api/profiles/*')
    await button(page, 'Try again').click()
    await expect(bio(page)).toBeVisible()
  })
})

test('A creator reads before sending why a picture cannot be used, and which picture stays', async ({
  page,
  people,
}) => {
  await openSettings(page, people)
  const change = button(page, 'Change picture')
  await expect(change).toBeVisible()
  const calls = watchCalls(page)
  const present = await page.getByRole('main').locator('form img').getAttribute('src')

  await test.step('Without a chosen picture, the saved one stays', async () => {
    await choosePicture(page, 'amy.webp', 'image/webp')
    await expect(change).toHaveAccessibleDescription(
      /^Please choose a JPEG, PNG or GIF picture\. Your present picture stays\./,
    )
    await expect(page.getByRole('main').locator('form img')).toHaveAttribute('src', present ?? '')
  })

  await test.step('After a picture was chosen, that one stays, with its name', async () => {
    await choosePicture(page, 'first.jpg')
    await expect(change).toHaveAccessibleDescription('JPEG, PNG, GIF')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer: OVERSIZED_PNG })
    await expect(change).toHaveAccessibleDescription(
      /^This picture has too many pixels: 50 million at most\. first\.jpg stays chosen\./,
    )
    await chooseLargeFile(page, TOO_LARGE_PHOTO)
    await expect(change).toHaveAccessibleDescription(
      /^This picture is too large: 20 MB at most\. first\.jpg stays chosen\./,
    )
    await chooseLargeFile(page, TOO_LARGE_GIF)
    await expect(change).toHaveAccessibleDescription(
      /^This GIF is too large: 10 MB at most\. first\.jpg stays chosen\./,
    )
    await expect(page.getByRole('main').locator('form img')).toHaveAttribute('src', /^blob:/)
    await axe(page)
  })

  expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([])
  await button(page, 'Save profile').click()
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await expect(page.getByRole('main').locator('form img')).not.toHaveAttribute('src', present ?? '')
})
