import type { Page } from '@playwright/test'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { connect } from '#server/db/connect.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { type Product, startProduct } from '#tests/e2e/support/product.ts'
import { test as base, expect } from '#tests/e2e/support/test.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { earn } from '#tests/support/payouts/payees.ts'

/** The whole way of the money of a creator through the payout provider: its pages, its transfer, and its bank. */
const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const database = await createTestDatabase()
      const settings = { DATABASE_URL: database.url, PAYMENTS: 'sandbox', PAYOUTS: 'stripe', SANDBOX_PORT: '0' }
      const product = await startProduct(settings)
      await use(product)
      await product.stop()
      await database.drop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

async function sendsVerification(page: Page): Promise<void> {
  await page.goto('/revenues/verification')
  const buffer = await noisePicture({ width: 320, height: 400, seed: 9 })
  for (const name of ['Passport or identity card', 'A picture of you']) {
    const input = page.getByRole('group', { name }).locator('input[type=file]')
    await input.setInputFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer })
  }
  await page.getByLabel('Name').fill('Margaux Lenoir')
  await page.getByLabel('Date of birth').fill('1994-05-04')
  await button(page, 'Next').click()
  await page.getByLabel('Street and number').fill('12 rue de la Loge')
  await page.getByLabel('Postal code').fill('34000')
  await page.getByLabel('Town').fill('Montpellier')
  await page.getByLabel('Country').selectOption('France')
  await page.getByLabel('Tax number').fill('1234567890123')
  await expect(page.getByLabel('IBAN')).toHaveCount(0)
  await button(page, 'Send').click()
  await expect(page.getByRole('heading', { name: 'We are looking at it' })).toBeVisible()
}

/** To the page of the provider, with the password. */
async function goesToProvider(page: Page, name: string, password: string): Promise<void> {
  await button(page, name).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('IBAN')).toBeVisible()
}

test('A creator gives an account on the page of the provider, comes back, asks for a payout, and reads that the bank has paid it', async ({
  page,
  browser,
  people,
  product,
}) => {
  test.slow()
  const creator = await people.creator()
  const db = connect(product.env.DATABASE_URL ?? '', { max: 1 })
  await earn({ db }, creator.id, 2310, new Date(Date.now() - 8 * DAY_MS))
  await people.signedIn(page, creator)
  const staff = await browser.newPage({ baseURL: product.url })
  const admin = await people.signUp()
  await people.grant(admin.email, 'admin')
  await staff.goto('/discover')
  await people.signedIn(staff, admin)
  let sandbox = ''

  await test.step('The house verifies who it is; nobody asks for an IBAN here', async () => {
    await page.goto('/discover')
    await sendsVerification(page)
    await staff.goto('/admin/verifications')
    await staff.getByRole('link', { name: new RegExp(`^${creator.username}`) }).click()
    await button(staff, 'Show the document').click()
    await expect(staff.getByRole('img', { name: 'The document' })).toHaveJSProperty('naturalWidth', 320)
    await button(staff, 'Verify').click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
    await expect(staff.getByRole('heading', { name: 'Nobody waits at the door' })).toBeVisible()
  })

  await test.step('Verified, and without an account nothing can be asked for; who leaves the page of the provider has none', async () => {
    await page.goto('/revenues/payouts')
    await expect(page.getByRole('definition').filter({ hasText: 'After your bank account' })).toBeVisible()
    await expect(button(page, 'Ask for a payout now')).toHaveCount(0)
    await goesToProvider(page, 'Give a bank account', creator.password)
    sandbox = new URL(page.url()).origin
    expect(sandbox).not.toBe(product.url)
    await axe(page)
    await expectNoSidewaysScroll(page)
    await button(page, 'Leave').click()
    await expect(page).toHaveURL(`${product.url}/revenues/payouts`)
    await expect(button(page, 'Ask for a payout now')).toHaveCount(0)
  })

  await test.step('With an account there, the page here knows its last digits and pays to it', async () => {
    await goesToProvider(page, 'Give a bank account', creator.password)
    await page.getByLabel('IBAN').fill('DE89370400440532013000')
    await button(page, 'Finish').click()
    await expect(page).toHaveURL(`${product.url}/revenues/payouts`)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('ending in 3000').first()).toBeAttached({ timeout: 1000 })
    }).toPass()
    await axe(page)
  })

  await test.step('A fan buys a month, so that there is money at the provider', async () => {
    const fan = await people.member()
    const till = await browser.newPage({ baseURL: product.url })
    await till.goto('/discover')
    await people.signedIn(till, fan)
    await till.goto(`/${creator.username}`)
    await button(till, 'Subscribe').click()
    const office = till.getByRole('dialog')
    await office.getByRole('radio', { name: '1 Month' }).check()
    await office.getByRole('combobox', { name: 'The country you live in' }).selectOption('France')
    await office.getByRole('checkbox').check()
    await button(till, 'Go to payment').click()
    await button(till, 'Pay €28.79').click()
    await expect(till.getByRole('heading', { level: 1, name: 'Your seat is ready' })).toBeVisible()
  })

  await test.step('The creator asks, the provider sends, and after a day the bank has it', async () => {
    await page.reload()
    await button(page, 'Ask for a payout now').click()
    await button(page, 'Pay out €23.10').click()
    await expect(page.getByText('€23.10 is on its way.')).toBeVisible()
    // What the next minute does.
    const jobs = await createJobs(product.env.DATABASE_URL ?? '', createLog({ log_level: 'error' }))
    await jobs.send('send_payouts', {})
    await jobs.stop()
    const state = async () => (await db`select state from payouts where creator_id = ${creator.id}`)[0]?.state
    await expect.poll(state, { timeout: 60_000 }).toBe('sent')
    const forward = await fetch(`${sandbox}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_ms: DAY_MS + 2 * HOUR_MS }),
    })
    expect(forward.status).toBe(200)
    await expect.poll(state, { timeout: 60_000 }).toBe('paid')
    await page.reload()
    const row = page.getByRole('table', { name: 'Payouts' }).getByRole('row').nth(1)
    await expect(row).toContainText('Paid')
    await expect(row).toContainText('€23.10')
  })

  await test.step('Staff see the payout as the provider’s, and cannot say how it went', async () => {
    await staff.goto('/admin/payouts')
    await staff.getByLabel('Show', { exact: true }).selectOption('All payouts')
    await expect(staff.getByText(creator.username).first()).toBeVisible()
    await expect(button(staff, 'Make a batch')).toHaveCount(0)
    await expect(button(staff, `Came back… for ${creator.username}`)).toHaveCount(0)
  })
  await db.end()
})
