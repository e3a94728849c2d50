import { setRole } from '#server/store/accounts/users.ts'
import { addAuthenticator, appOf } from '#tests/e2e/support/authenticator.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { startProduct } from '#tests/e2e/support/product.ts'
import { logIn } from '#tests/e2e/support/sign-in.ts'
import { test as base, expect } from '#tests/e2e/support/test.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'

const test = base.extend({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const database = await createTestDatabase()
      const product = await startProduct({ DATABASE_URL: database.url, STAFF_SECOND_FACTOR: 'required' })
      await use(product)
      await product.stop()
      await database.drop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

// Passkeys need a domain: no browser makes one for an address of numbers.
test.use({ baseURL: async ({ product }, use) => use(product.url.replace('127.0.0.1', 'localhost')) })

test('Staff find the way to a second lock in place of the Admin Panel, which then opens without a new sign-in', async ({
  page,
  people,
  db,
}) => {
  const ada = await people.signUp()
  await setRole(db, ada.email, 'admin')
  await page.goto('/login')
  await logIn(page, ada)
  await expect(page).toHaveURL('/')
  await page.goto('/admin/users')
  await expect(page).toHaveURL('/staff-door')
  await expect(page.getByRole('heading', { name: 'This door needs two locks' })).toBeVisible()
  await axe(page)
  // By keyboard alone.
  await page.getByRole('button', { name: /^Use an authenticator app/ }).focus()
  await page.keyboard.press('Enter')
  const code = await appOf(page)
  await expect(page.getByLabel('Six digits')).toBeFocused()
  await page.keyboard.type(code())
  await expect(page.getByRole('heading', { name: 'Ten spare tickets' })).toBeVisible()
  await page.getByLabel('I have put them somewhere safe').check()
  await button(page, 'Done').click()
  await expect(page.getByText('The door is open.')).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: 'To the Admin Panel' }).click()
  await expect(page).toHaveURL('/admin/users')
  await expect(page.getByText(ada.email)).toBeVisible()
  await page.reload()
  await expect(page.getByText(ada.email)).toBeVisible()
})

test('A session of staff from before an upgrade is asked for the password, and a passkey opens the door', async ({
  page,
  people,
  db,
}) => {
  const mo = await people.signUp()
  await setRole(db, mo.email, 'moderator')
  await addAuthenticator(page)
  await page.goto('/login')
  await logIn(page, mo)
  await expect(page).toHaveURL('/')
  await db`
    update sessions set signed_in_with = null, created_at = now() - interval '1 day'
    where user_id = (select id from users where email = ${mo.email})`
  await page.goto('/admin/reports')
  await expect(page).toHaveURL('/staff-door')
  await page.getByRole('button', { name: /^Set up a passkey/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name, such as').fill('Laptop, finger')
  await dialog.getByLabel('Current password').fill(mo.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ten spare tickets' })).toBeVisible()
  await page.getByLabel('I have put them somewhere safe').check()
  await button(page, 'Done').click()
  await page.getByRole('link', { name: 'To the Admin Panel' }).click()
  await expect(page).toHaveURL('/admin/users')
})
