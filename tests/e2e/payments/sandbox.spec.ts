import type { Page } from '@playwright/test'
import { button } from '#tests/e2e/support/page.ts'
import { type Product, startProduct } from '#tests/e2e/support/product.ts'
import { test as base, expect } from '#tests/e2e/support/test.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'

/** The whole way of a fan, through the product and the stand-in for the payment provider that comes with it. */
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

/** From the box office to the page of the provider. */
async function goToPayment(page: Page, username: string, ticket: string): Promise<void> {
  await page.goto(`/${username}`)
  await button(page, 'Subscribe').click()
  const office = page.getByRole('dialog', { name: `A seat in ${username}’s box` })
  await office.getByRole('radio', { name: ticket }).check()
  await office.getByRole('combobox', { name: 'The country you live in' }).selectOption('France')
  await office.getByRole('checkbox').check()
  await button(page, 'Go to payment').click()
  await expect(page.getByText('no real money')).toBeVisible()
}

test('A fan buys a month: nothing opens before the provider has spoken, then the curtain opens on the page that stayed open', async ({
  page,
  people,
}) => {
  const creator = await people.creator()
  await people.post(creator, { description: 'Behind the curtain', isProtected: true, seed: 61 })
  const fan = await people.member()
  await people.signedIn(page, fan)
  await page.goto(`/${creator.username}`)
  await expect(page.getByRole('link', { name: /^Private Content/ })).toBeVisible()

  const till = await page.context().newPage()
  await test.step('Who leaves or is refused has bought nothing', async () => {
    await goToPayment(till, creator.username, '1 Month €23.99 renews')
    await button(till, 'Leave').click()
    await expect(till.getByRole('heading', { level: 1, name: 'The ticket was not bought' })).toBeVisible()
    await expect(till.getByText('Nothing was taken.')).toBeVisible()
    await goToPayment(till, creator.username, '1 Month €23.99 renews')
    await button(till, 'Decline').click()
    await expect(till.getByRole('heading', { level: 1, name: 'The card was refused' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Private Content/ })).toBeVisible()
  })

  await test.step('Who pays has a seat, here and on the page that stayed open', async () => {
    await till.getByRole('link', { name: 'Try again' }).click()
    const office = till.getByRole('dialog')
    // The country of the last order is known.
    await expect(office.getByRole('status')).toHaveText('To pay today €28.79')
    await office.getByRole('checkbox').check()
    await button(till, 'Go to payment').click()
    await button(till, 'Pay €28.79').click()
    await expect(till.getByRole('heading', { level: 1, name: 'Your seat is ready' })).toBeVisible()
    await expect(button(page, 'SUBSCRIBED')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Behind the curtain/ })).toBeVisible()
    await expect(page.getByRole('main').getByRole('img', { name: 'Behind the curtain' })).toBeVisible()
  })

  await test.step('The ticket renews, is stopped in two presses and renews again; the page says so', async () => {
    await till.goto('/subscriptions')
    const ticket = till.getByRole('article', { name: creator.username })
    await expect(ticket).toContainText(/Renews on .*, €28\.79/)
    await button(till, `Manage ${creator.username}`).click()
    await button(till, 'Stop renewing').click()
    await button(till, 'Stop renewing').click()
    await expect(ticket).toContainText('You stopped it')
    await button(till, `Renew again ${creator.username}`).click()
    await expect(ticket).toContainText(/Renews on .*, €28\.79/)
  })
})
