import type { Page } from '@playwright/test'
import { COPIED_MS, GIF_MAX_BYTES } from '#contract/limits.ts'
import { noisePicture } from '#tests/support/pictures.ts'
import { axe } from './support/axe.ts'
import { button, expectNoSidewaysScroll, toast, watchCalls } from './support/door.ts'
import { enterAs } from './support/members.ts'
import { expect, test } from './support/test.ts'
import { views } from './support/views.ts'

const USER = '/api/user'
const RULE = 'A username has 3 to 30 letters, digits, _ or -, and starts with a letter or a digit.'
const PRICE_RULE = 'A price is between €0.01 and €999.99, to the cent.'
const NO = { error: 'No', code: 'internal' }

function username(page: Page) {
  return page.getByRole('textbox', { name: 'Username', exact: true })
}

function bio(page: Page) {
  return page.getByRole('textbox', { name: 'Bio', exact: true })
}

function price(page: Page, time: string) {
  return page.getByRole('spinbutton', { name: time, exact: true })
}

function shareLink(page: Page) {
  return page.getByRole('textbox', { name: 'Link to your page' })
}

async function choosePicture(page: Page, name = 'amy.jpg', mimeType = 'image/jpeg'): Promise<void> {
  const buffer = await noisePicture({ width: 64, height: 80 })
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
}

/** One that large is made in the browser: it need not travel there. */
async function chooseTooLargeGif(page: Page): Promise<void> {
  await page.locator('input[type=file]').evaluate((input: HTMLInputElement, size) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([new Uint8Array(size)], 'amy.gif', { type: 'image/gif' }))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, GIF_MAX_BYTES + 1)
}

/** Holds the answers to a call until they are let go. */
async function holdProfiles(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/profiles/*', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue().catch(() => {})
  })
  return letGo
}

/** The fields of the forms that leave the page from now on. */
function watchForms(page: Page): string[][] {
  const forms: string[][] = []
  page.on('request', (request) => {
    const body = request.postDataBuffer()?.toString('latin1') ?? ''
    if (request.method() === 'PUT') forms.push([...body.matchAll(/; name="(\w+)"/g)].map((match) => match[1] ?? ''))
  })
  return forms
}

test.describe('A username', () => {
  test('that is too short, reserved or taken is refused at its field, and stays there to be corrected', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const other = await people.member()
    await enterAs(page, people)
    await page.goto('/settings')
    const before = await username(page).inputValue()
    await expect(button(page, 'Save')).toBeDisabled()
    const calls = watchCalls(page)
    for (const wrong of ['ab', '-amy', 'amy lenoir', 'a'.repeat(31), '']) {
      await username(page).fill(wrong)
      await button(page, 'Save').click()
      await expect(username(page)).toHaveAccessibleDescription(RULE)
      await expect(username(page)).toBeFocused()
    }
    expect(calls).toEqual([])

    for (const [refused, words] of [
      ['Settings', 'This username is reserved.'],
      [other.username.toUpperCase(), 'This username is taken.'],
    ] as const) {
      expectRefusal(422, USER)
      await username(page).fill(refused)
      await expect(username(page)).toHaveAccessibleDescription('')
      await username(page).press('Enter')
      await expect(username(page)).toHaveAccessibleDescription(words)
      await expect(username(page)).toHaveValue(refused)
      await expect(username(page)).toBeFocused()
    }

    await page.route(`**${USER}`, (route) => route.fulfill({ status: 500, json: NO }))
    expectRefusal(500, USER)
    await username(page).fill('somebody-else')
    await button(page, 'Save').click()
    await expect(toast(page, 'Something went wrong on our side. Please try again.')).toHaveRole('alert')
    await expect(username(page)).toHaveValue('somebody-else')
    await username(page).fill(before)
    await expect(button(page, 'Save')).toBeDisabled()
  })

  test('that is free is saved; the menu and the share link follow, and what was being written stays', async ({
    page,
    people,
  }) => {
    const creator = await people.creator({ bio: 'Soloist by night.' })
    await people.signedIn(page, creator)
    await page.goto('/settings')
    await bio(page).fill('Not saved yet')
    const name = `Amy-${Date.now().toString(36)}`
    await username(page).fill(` ${name} `)
    await button(page, 'Save').click()
    await expect(toast(page, 'Username updated successfully')).toHaveRole('status')
    await expect(username(page)).toHaveValue(name)
    await expect(button(page, 'Save')).toBeDisabled()
    await expect(shareLink(page)).toHaveValue(`${new URL(page.url()).origin}/${name}`)
    await expect(bio(page)).toHaveValue('Not saved yet')
    await button(page, 'Menu').click()
    await expect(page.getByRole('dialog')).toContainText(name)
    await page.getByRole('dialog').getByRole('link', { name: 'Profile' }).click()
    await expect(page).toHaveURL(`/${name}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })
})

test('The interest in becoming a creator is saved as soon as it is ticked, and taken back when that fails', async ({
  page,
  people,
  expectRefusal,
}) => {
  await enterAs(page, people)
  await page.goto('/settings')
  const box = page.getByRole('checkbox', { name: 'I am interested in becoming a creator' })
  await expect(box).not.toBeChecked()
  await box.check()
  await expect(toast(page, 'Creator preference updated successfully')).toHaveRole('status')
  await page.reload()
  await expect(box).toBeChecked()

  await page.route(`**${USER}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: NO }) : route.continue(),
  )
  expectRefusal(500, USER)
  // By key, and not by uncheck(): it would wait for a tick that is soon taken back.
  await box.press('Space')
  await expect(toast(page, 'Failed to update creator preference')).toHaveRole('alert')
  await expect(box).toBeChecked()
})

test.describe('A member who becomes a creator', () => {
  test('is led to an editor with the three prices filled in, in which a picture is required and what is wrong is told before anything is sent', async ({
    page,
    people,
  }) => {
    await enterAs(page, people)
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
    await chooseTooLargeGif(page)
    await expect(choose).toHaveAccessibleDescription(/^This picture is too large: it may have up to 10 MB\./)
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

  test('loses nothing to a failure, and then has a profile, the creator’s menu and a link to share', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const member = await people.member()
    await people.signedIn(page, member)
    // Opened anew, the address leads there as well.
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
    await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: NO }))
    expectRefusal(500, path)
    await button(page, 'Save profile').click()
    await expect(toast(page, 'An unexpected error happened')).toHaveRole('alert')
    await expect(page.getByRole('main').getByText('Something went wrong on our side. Please try again.')).toBeVisible()
    await page.unroute(`**${path}`)

    // While new creators come by invitation only, it says so.
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
    await button(page, 'Menu').click()
    await expect(page.getByRole('dialog').getByRole('navigation', { name: 'Creator' })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Become a creator' })).toHaveCount(0)
  })
})

test.describe('A creator', () => {
  test('can save only what is really another picture, bio or price, and nothing twice', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const creator = await people.creator({ bio: 'Soloist by night.' })
    await people.signedIn(page, creator)
    await page.goto('/settings')
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
    await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: NO }))
    expectRefusal(500, path)
    await save.click()
    await expect(toast(page, 'Failed to update profile. Please try again.')).toHaveRole('alert')
    await expect(price(page, '1 Month')).toHaveValue('26.5')
    await page.unroute(`**${path}`)

    const letGo = await holdProfiles(page)
    await save.click()
    await expect(save).toHaveAttribute('aria-busy', 'true')
    await expect(save).toBeDisabled()
    await save.click({ force: true })
    await price(page, '1 Day').press('Enter')
    letGo()
    await expect(toast(page, 'Profile updated successfully!')).toHaveRole('status')
    await expect(price(page, '1 Month')).toHaveValue('26.50')
    await expect(save).toBeDisabled()
    expect(forms).toEqual([['month_subscription'], ['month_subscription']])
  })

  test('sees how much of a picture has been sent, and can cancel without losing it', async ({ page, people }) => {
    const creator = await people.creator()
    await people.signedIn(page, creator)
    await page.goto('/settings')
    await choosePicture(page)
    await expect(page.getByText('Unsaved: picture', { exact: true })).toBeVisible()
    const letGo = await holdProfiles(page)
    await button(page, 'Save profile').click()
    await expect(page.getByRole('progressbar', { name: /picture$/ })).toBeVisible()
    await button(page, 'Cancel').click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    // Whoever cancels knows that nothing was saved, and is not told that something failed.
    await expect(page.getByRole('main').getByText(/^The connection dropped\./)).toHaveCount(0)
    await expect(page.getByText('Unsaved: picture', { exact: true })).toBeVisible()
    letGo()
    await button(page, 'Save profile').click()
    await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
    await expect(page.getByRole('main').locator('form img')).toHaveAttribute('src', /\/media\//)
    await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /\/media\//)
  })

  test('is told when their profile did not come, and can ask for it again', async ({ page, people, expectRefusal }) => {
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

  test('copies the link to their page, and reads Copied for one second', async ({ page, people, context }) => {
    const creator = await people.creator()
    await people.signedIn(page, creator)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install()
    await page.goto('/settings')
    const link = `${new URL(page.url()).origin}/${creator.username}`
    await expect(shareLink(page)).toHaveValue(link)
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await button(page, 'Copy').click()
    await expect(button(page, 'Copied')).toBeVisible()
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await page.clock.runFor(COPIED_MS - 1)
    await expect(button(page, 'Copied')).toBeVisible()
    await page.clock.runFor(1)
    await expect(button(page, 'Copy')).toBeVisible()
    await expect(button(page, 'Copied')).toHaveCount(0)
  })

  test('finds the link selected, and is told how to copy it, where the browser does not let the page', async ({
    page,
    people,
  }) => {
    const creator = await people.creator()
    await people.signedIn(page, creator)
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.goto('/settings')
    await button(page, 'Copy').click()
    await expect(shareLink(page)).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(await shareLink(page).inputValue())
    await expect(page.getByText(/^The browser did not allow copying\./).first()).toBeVisible()
    await expect(button(page, 'Copied')).toHaveCount(0)
  })
})

for (const view of views()) {
  test.describe(view.name, () => {
    test.use(view.use)

    test('The settings are whole, fit the window, and are open to everyone, refusals included', async ({
      page,
      people,
    }) => {
      await people.signedIn(page, await people.creator({ bio: 'Soloist by night.' }))
      await page.goto('/settings')
      const prices = page.getByRole('spinbutton')
      await expect(prices).toHaveCount(3)
      await expectNoSidewaysScroll(page)
      await prices.nth(2).fill('')
      await prices.nth(2).press('Enter')
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(1)
      await page.getByRole('main').getByRole('textbox').first().fill('?')
      await page.getByRole('main').getByRole('textbox').first().press('Enter')
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(2)
      await expectNoSidewaysScroll(page)
      await axe(page)
    })
  })
}
