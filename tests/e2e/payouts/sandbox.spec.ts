import { connect } from '#server/db/connect.ts'
import { button } from '#tests/e2e/support/page.ts'
import { type Product, startProduct } from '#tests/e2e/support/product.ts'
import { test as base, expect } from '#tests/e2e/support/test.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { earn } from '#tests/support/payouts/payees.ts'

/** The whole way of the money of a creator, through the product and its file for the bank. */
const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const database = await createTestDatabase()
      const product = await startProduct({ DATABASE_URL: database.url, PAYMENTS: 'sandbox', SANDBOX_PORT: '0' })
      await use(product)
      await product.stop()
      await database.drop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

const DAY_MS = 86_400_000

test('A creator is verified, asks for a payout, is paid by a file, and gets the money back when the bank returns it', async ({
  page,
  browser,
  people,
  product,
}) => {
  const creator = await people.creator()
  const db = connect(product.env.DATABASE_URL ?? '', { max: 1 })
  await earn({ db }, creator.id, 6990, new Date(Date.now() - 8 * DAY_MS))
  await earn({ db }, creator.id, 1837, new Date(Date.now() - DAY_MS))
  await db.end()
  await people.signedIn(page, creator)
  const staff = await browser.newPage({ baseURL: product.url })
  const admin = await people.signUp()
  await people.grant(admin.email, 'admin')
  await staff.goto('/discover')
  await people.signedIn(staff, admin)

  await test.step('The till knows what is free and what is on hold, and waits for the verification', async () => {
    await page.goto('/revenues')
    await page
      .getByRole('navigation', { name: 'Sections of the revenues' })
      .getByRole('link', { name: 'Payouts' })
      .click()
    const till = page.getByRole('definition')
    await expect(till.filter({ hasText: '€69.90' }).first()).toBeVisible()
    await expect(till.filter({ hasText: '€18.37' }).first()).toBeVisible()
    await expect(till.filter({ hasText: 'After verification' })).toBeVisible()
  })

  await test.step('The creator sends documents, details and the account', async () => {
    await page.getByRole('link', { name: 'Start verification' }).click()
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
    await page.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 189')
    await button(page, 'Send').click()
    await expect(page.getByRole('heading', { name: 'We are looking at it' })).toBeVisible()
  })

  await test.step('An admin looks at the document and verifies', async () => {
    await staff.goto('/admin/verifications')
    await staff.getByRole('link', { name: new RegExp(`^${creator.username}`) }).click()
    await button(staff, 'Show the document').click()
    await expect(staff.getByRole('img', { name: 'The document' })).toHaveJSProperty('naturalWidth', 320)
    await button(staff, 'Verify').click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
    await expect(staff.getByRole('heading', { name: 'Nobody waits at the door' })).toBeVisible()
  })

  await test.step('The creator asks for everything that is free', async () => {
    await page.goto('/revenues/payouts')
    await expect(page.getByRole('heading', { name: 'You are verified' })).toBeVisible()
    await button(page, 'Ask for a payout now').click()
    await button(page, 'Pay out €69.90').click()
    await expect(page.getByText('€69.90 is on its way.')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Payouts' }).getByRole('row').nth(1)).toContainText('On its way')
    await expect(page.getByRole('region', { name: 'How your balance moves' })).toContainText('Balance today€18.37')
  })

  await test.step('The admin pays with a file; the bank sends one line back', async () => {
    await staff.goto('/admin/payouts')
    await button(staff, 'Make a batch').click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Make a batch' }).click()
    await expect(staff.getByRole('heading', { name: 'Batch 1' })).toBeVisible()
    const file = staff.waitForEvent('download')
    await button(staff, 'Download the file').click()
    expect((await file).suggestedFilename()).toBe('loge-payouts-1.xml')
    await button(staff, 'The bank has it').click()
    await staff.getByRole('dialog').getByRole('button', { name: 'The bank has it' }).click()
    await button(staff, `Came back… for ${creator.username}`).click()
    await staff.getByRole('radio', { name: 'The name on the account differs' }).check()
    await button(staff, 'It came back').click()
    await expect(staff.getByText(`€69.90 is in the balance of ${creator.username} again.`)).toBeVisible()
  })

  await test.step('The creator reads why, and the money is there again', async () => {
    await page.reload()
    const row = page.getByRole('table', { name: 'Payouts' }).getByRole('row').nth(1)
    await expect(row).toContainText('Sent back')
    await expect(page.getByText(/the name on the account was spelled differently/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'How your balance moves' })).toContainText('Balance today€88.27')
  })
})
