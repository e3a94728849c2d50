import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'

test('An admin reads the health of every part and sends a test mail; a moderator is led elsewhere', async ({
  page,
  people,
  openOtherBrowser,
}) => {
  const word = `health${Date.now().toString(36)}`
  const [admin, moderator] = [await people.member(`${word}-boss`), await people.member(`${word}-mo`)]
  await people.grant(admin.email, 'admin')
  await people.grant(moderator.email, 'moderator')

  await test.step('A moderator has no such tab, and the address leads to the list of users', async () => {
    const other = await openOtherBrowser()
    await people.signedIn(other, moderator)
    await other.goto('/admin/health')
    await expect(other).toHaveURL('/admin/users')
    await expect(other.getByRole('link', { name: 'Health' })).toHaveCount(0)
    await other.close()
  })

  await test.step('An admin sees each part with its state and the settings in force', async () => {
    await people.signedIn(page, admin)
    await page.goto('/admin/users')
    await page
      .getByRole('navigation', { name: 'Sections of the admin panel' })
      .getByRole('link', { name: 'Health' })
      .click()
    await expect(page).toHaveURL('/admin/health')
    const checks = page.getByRole('list', { name: 'Checks' })
    await expect(checks.getByRole('listitem').filter({ hasText: 'PostgreSQL' }).first()).toContainText('OK')
    await expect(page.getByRole('row').filter({ hasText: 'LOG_LEVEL' })).toBeVisible()
    await axe(page)
  })

  await test.step('A test mail goes to the own address', async () => {
    await button(page, 'Send a test mail to me').click()
    const sentence = `A test mail was handed over for ${admin.email}. Look whether it arrives, and not among the spam.`
    await expect(toast(page, sentence)).toBeVisible()
  })

  await test.step('The page is in French and in the dark too, and fits a phone', async () => {
    const phone = await openOtherBrowser({ locale: 'fr-FR', colorScheme: 'dark' })
    await people.signedIn(phone, admin)
    await phone.goto('/admin/health')
    await expect(phone.getByRole('listitem').filter({ hasText: 'Base de données' }).first()).toContainText('répond en')
    await axe(phone)
    await expectToFitPhones(phone)
  })
})
