import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Db } from '#server/db/connect.ts'
import { upsertNewsletterAddress } from '#server/store/newsletter/newsletter.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Newsletter addresses' }).getByRole('listitem')
const search = (page: Page) => page.getByRole('textbox', { name: 'Search by email' })
const state = (page: Page) => page.getByRole('combobox', { name: 'State' })

interface Joined {
  email: string
  locale?: 'en' | 'fr'
  wish?: boolean
  isConfirmed?: boolean
}

/** Stores addresses, the last one as the newest. */
async function join(db: Db, addresses: Joined[]): Promise<void> {
  for (const [index, { email, locale = 'en', wish = false, isConfirmed = false }] of addresses.entries()) {
    const consented_at = new Date(Date.now() - 1000 * (addresses.length - index))
    const consent = { consent_version: '2026-11', consent_locale: locale, consented_at }
    await upsertNewsletterAddress(db, { email, email_key: email, is_interested_in_creating: wish, ...consent })
    await db`
      update newsletter_addresses set mail_due = false, confirmed_at = ${isConfirmed ? consented_at : null}
      where email_key = ${email}`
  }
}

test('An admin reads, searches, downloads and erases newsletter addresses', async ({
  page,
  people,
  db,
  expectRefusal,
}) => {
  const word = `joy${Date.now().toString(36)}`
  const admin = await people.member()
  await people.grant(admin.email, 'admin')
  await join(db, [
    ...Array.from({ length: 33 }, (_, index) => ({ email: `n${index}@${word}.example` })),
    { email: `amy@${word}.example`, wish: true, isConfirmed: true },
    { email: `zoe@${word}.example`, locale: 'fr' },
  ])
  await people.signedIn(page, admin)

  await test.step('The tab leads to all addresses, newest first, with language, wish and confirmation', async () => {
    await page.goto('/admin/users')
    await page
      .getByRole('navigation', { name: 'Sections of the admin panel' })
      .getByRole('link', { name: 'Newsletter' })
      .click()
    await expect(page).toHaveURL('/admin/newsletter')
    await expect(page).toHaveTitle(/Newsletter addresses/)
    await search(page).fill(`@${word.toUpperCase()}`)
    await expect(rows(page).nth(0)).toContainText(/^zoe@.*French.*Not confirmed$/)
    await expect(rows(page).nth(1)).toContainText(/^amy@.*English.*Wish to become creator.*Confirmed$/)
    await expect(page).toHaveURL(/q=/)
    await expect(page.getByRole('list', { name: 'Newsletter addresses' })).toHaveAttribute('aria-busy', 'false')
    await axe(page)
  })

  await test.step('The list goes on without an end', async () => {
    await rows(page).nth(29).scrollIntoViewIfNeeded()
    await expect(rows(page)).toHaveCount(35)
  })

  await test.step('The state is part of the address, and Back leads to the last choice', async () => {
    await search(page).fill(word)
    await state(page).selectOption('Confirmed')
    await expect(page).toHaveURL(`/admin/newsletter?state=confirmed&q=${word}`)
    await expect(rows(page)).toHaveCount(1)
    await page.goBack()
    await expect(state(page)).toHaveValue('')
    await state(page).selectOption('Not confirmed')
    await expect(rows(page).nth(1)).toContainText(`n32@${word}.example`)
  })

  await test.step('The file has the confirmed addresses only, also while the others are listed', async () => {
    const downloaded = page.waitForEvent('download')
    await button(page, 'CSV').click()
    const file = await downloaded
    expect(file.suggestedFilename()).toMatch(/^loge-newsletter-[\d-]+\.csv$/)
    const [, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toEqual([expect.stringContaining(`amy@${word}.example,true,`)])
  })

  await test.step('Erasing with the keyboard asks first, and moves the focus to the list', async () => {
    await button(page, `More for zoe@${word}.example`).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Erase…' })).toBeFocused()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Erase this address?' })
    await expect(question).toContainText(`zoe@${word}.example`)
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await axe(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'The address is erased.')).toBeVisible()
    await expect(question).toHaveCount(0)
    await expect(rows(page).filter({ hasText: 'zoe@' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Newsletter addresses' }).locator(':focus')).toHaveCount(1)
    await page.goto(`/admin/audit?who=${admin.username}`)
    await expect(page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')).toHaveText([
      /Erased a newsletter address/,
      /Downloaded the newsletter addresses/,
    ])
  })

  await test.step('An empty list says so, and a failed one can be asked for again', async () => {
    await page.goto('/admin/newsletter?q=nobody-has-this-address')
    await expect(page.getByRole('heading', { name: 'No addresses' })).toBeVisible()
    await page.route('**/api/admin/newsletter?*', (route) =>
      route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }),
    )
    expectRefusal(403, '/api/admin/newsletter')
    await page.goto(`/admin/newsletter?q=${word}`)
    await expect(page.getByRole('heading', { name: 'The addresses could not be loaded' })).toBeVisible()
    await page.unroute('**/api/admin/newsletter?*')
    await button(page, 'Try again').click()
    await expect(rows(page).first()).toContainText(`amy@${word}.example`)
  })
})

test('Newsletter addresses fit a phone, also on its side and in French, in the dark', async ({ page, people, db }) => {
  const word = `jet${Date.now().toString(36)}`
  const admin = await people.member()
  await people.grant(admin.email, 'admin')
  const email = `${'y'.repeat(60)}.${word}@${'z'.repeat(60)}.example`
  await join(db, [{ email, wish: true, isConfirmed: true }])
  await page.emulateMedia({ colorScheme: 'dark' })
  await people.signedIn(page, admin)
  await page.goto(`/admin/newsletter?q=${word}&lang=fr`)
  await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Parties de l’administration' })
  await expectToFitPhones(page, () =>
    expect(tabs.getByRole('link', { name: 'Newsletter' })).toBeInViewport({ ratio: 0.99 }),
  )
})
