import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { openBoxOffice } from '#tests/e2e/support/payments.ts'
import { aVerification, CUT_OFF, NOT_STARTED, showTill, VERIFICATION } from '#tests/e2e/support/payouts.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'

async function choose(page: Page, picker: string, name: string, mimeType: string, buffer?: Buffer): Promise<void> {
  const bytes = buffer ?? (await noisePicture({ width: 64, height: 64, seed: 3 }))
  await page
    .getByRole('group', { name: picker })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType, buffer: bytes })
}

test.describe('The verification of a creator', () => {
  test.beforeEach(async ({ page, people }) => {
    await people.signedIn(page, await people.creator())
    await openBoxOffice(page)
  })

  test('A creator sends documents and details step by step: what is missing or wrong is said at its field', async ({
    page,
    expectRefusal,
  }) => {
    await showTill(page, undefined, NOT_STARTED)
    await page.goto('/revenues/verification')
    await button(page, 'Next').click()
    const document = page.getByRole('group', { name: 'Passport or identity card' })
    await expect(document.getByRole('button')).toBeFocused()
    await expect(document).toContainText('Please choose a file')
    await choose(page, 'Passport or identity card', 'card.txt', 'text/plain')
    await expect(document).toContainText('Please choose a JPEG, PNG or WebP picture, or a PDF.')
    await choose(page, 'Passport or identity card', 'card.pdf', 'application/pdf')
    await choose(page, 'A picture of you', 'huge.png', 'image/png', Buffer.alloc(10 * 1024 * 1024 + 1))
    await expect(page.getByText('This picture is too large: 10 MB at most.')).toBeVisible()
    await choose(page, 'A picture of you', 'me.png', 'image/png')
    await page.getByLabel('Name').fill('Margaux Lenoir')
    await page.getByLabel('Date of birth').fill('2020-01-01')
    await button(page, 'Next').click()
    await expect(page.getByLabel('Date of birth')).toBeFocused()
    await expect(page.getByLabel('Date of birth')).toHaveAccessibleDescription(/^You must be at least 18 years old/)
    await page.getByLabel('Date of birth').fill('1994-05-04')
    await button(page, 'Next').click()
    await expect(page.getByRole('heading', { name: 'Where you live and pay taxes' })).toBeFocused()
    await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem').nth(1)).toHaveAttribute(
      'aria-current',
      'step',
    )

    await test.step('Leaving asks first, and Stay keeps everything', async () => {
      await page.getByRole('link', { name: 'Back', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Leave without sending?' })).toBeVisible()
      await button(page, 'Stay').click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await page.getByLabel('Street and number').fill('12 rue de la Loge')
    await page.getByLabel('Postal code').fill('34000')
    await page.getByLabel('Town').fill('Montpellier')
    await page.getByLabel('Country').selectOption('France')
    await page.getByLabel('Tax number').fill('1234567890123')
    await page.getByLabel('IBAN').fill('FR76')
    await button(page, 'Send').click()
    await expect(page.getByLabel('IBAN')).toHaveAccessibleDescription(/^This is no IBAN/)
    await page.getByLabel('IBAN').fill('FR7630006000011234567890189')

    await test.step('A refusal of the server leads back to the field', async () => {
      expectRefusal(422, '/api/verification')
      await page.route(VERIFICATION, (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 422, json: { error: 'No', code: 'invalid', fields: { document: 'Broken' } } })
          : route.fallback(),
      )
      await button(page, 'Send').click()
      await expect(document.getByRole('button')).toBeFocused()
      await expect(document).toContainText('This file cannot be read. Please choose another.')
      await button(page, 'Next').click()
    })

    await page.route(VERIFICATION, (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
      expect(body).toContain('name="iban"\r\n\r\nFR7630006000011234567890189')
      expect(body).toContain('filename="card.pdf"')
      return route.fulfill({ json: aVerification({ state: 'in_review', files: ['document', 'portrait'] }) })
    })
    await button(page, 'Send').click()
    await expect(page.getByRole('heading', { name: 'We are looking at it' })).toBeFocused()
    await expect(page.getByText('What you sent')).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL('/revenues/payouts')
  })

  test('A creator whose card was cut off sends only that picture again', async ({ page }) => {
    await showTill(page, undefined, CUT_OFF)
    await page.goto('/revenues/verification')
    await expect(page.getByRole('heading', { name: 'What is missing' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'A picture of you' })).toHaveCount(0)
    await expect(page.getByLabel('Street and number')).toBeHidden()
    await button(page, 'Send').click()
    await expect(page.getByText('Please choose a file')).toBeVisible()
    await choose(page, 'Passport or identity card', 'whole.png', 'image/png')
    await page.route(VERIFICATION, (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
      expect(body).toContain('name="legal_name"\r\n\r\nMargaux Lenoir')
      expect(body).not.toContain('name="portrait"')
      return route.fulfill({ json: aVerification({ state: 'in_review' }) })
    })
    await button(page, 'Send').click()
    await expect(page.getByRole('heading', { name: 'We are looking at it' })).toBeFocused()
  })
})

test('A creator who must be verified before publishing is told where', async ({ page, people, expectRefusal }) => {
  const creator = await people.creator()
  await people.signedIn(page, creator)
  await page.goto(`/${creator.username}`)
  await page.getByRole('button', { name: 'Create post' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create post' })
  const buffer = await noisePicture({ width: 64, height: 80, seed: 5 })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'first.jpg', mimeType: 'image/jpeg', buffer })
  await dialog.getByLabel('Description', { exact: true }).fill('The first one')
  expectRefusal(403, '/api/posts')
  await page.route('**/api/posts', (route) =>
    route.fulfill({ status: 403, json: { error: 'Not verified', code: 'unverified' } }),
  )
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please have your identity verified first. To the verification')
  await expect(dialog.getByRole('link', { name: 'To the verification' })).toHaveAttribute(
    'href',
    '/revenues/verification',
  )
})

for (const round of roundsFrom(390)) {
  test.describe(`The verification at ${round.name}`, () => {
    test.use(round.use)
    test('The form of the verification fits the window and is accessible', async ({ page, people }) => {
      await people.signedIn(page, await people.creator())
      await openBoxOffice(page)
      await showTill(page, undefined, NOT_STARTED)
      await page.goto('/revenues/verification')
      await expect(page.locator('form')).toBeVisible()
      await page.locator('form button[type=submit]').click()
      await forEachView(page, round, async (view) => {
        await expectToFit(page, view)
        await axe(page)
      })
    })
  })
}
