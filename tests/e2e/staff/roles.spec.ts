import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'

test('An admin gives a role and takes it back; a moderator only sees who works here', async ({
  page,
  people,
  openOtherBrowser,
}) => {
  const word = `role${Date.now().toString(36)}`
  const [admin, other] = [await people.member(`${word}-boss`), await people.member(`${word}-noor`)]
  await people.grant(admin.email, 'admin')
  await people.signedIn(page, admin)
  await page.goto('/admin/roles')
  const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  const dialog = page.getByRole('dialog', { name: 'Give a role' })

  await test.step('Nobody can take their own role', async () => {
    await expect(row(admin.username)).toContainText('admin')
    await expect(button(page, `More for ${admin.username}`)).toHaveCount(0)
    await axe(page)
  })

  await test.step('A role is given by username; an unknown name is refused at its field', async () => {
    await button(page, 'Give a role').click()
    await expect(dialog.getByRole('textbox', { name: 'Username' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('This field is required')
    await dialog.getByRole('textbox', { name: 'Username' }).fill(`${word}-nobody`)
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Nobody is known by this name.')
    await expect(dialog.getByRole('textbox', { name: 'Username' })).toBeFocused()
    await axe(page)
    await dialog.getByRole('textbox', { name: 'Username' }).fill(other.username.toUpperCase())
    await page.keyboard.press('Enter')
    await expect(toast(page, `${other.username.toUpperCase()} is now moderator.`)).toBeVisible()
    await expect(row(other.username)).toContainText('moderator')
    await expect(row(other.username)).toContainText(`by ${admin.username}`)
  })

  await test.step('The moderator sees the list, also on a phone, in French and in the dark, and cannot change it', async () => {
    const phone = await openOtherBrowser({ locale: 'fr-FR', colorScheme: 'dark' })
    await people.signedIn(phone, other)
    await phone.goto('/admin/roles')
    await expect(phone.getByRole('heading', { name: 'Qui travaille ici' })).toBeVisible()
    await expect(phone.getByRole('listitem').filter({ hasText: admin.username }).first()).toBeVisible()
    await expect(button(phone, 'Donner un rôle')).toHaveCount(0)
    await expect(phone.getByRole('button', { name: /^Plus d’actions/ })).toHaveCount(0)
    await expectToFitPhones(phone)
  })

  await test.step('The role is taken back after a question, and the change is in the audit log', async () => {
    await button(page, `More for ${other.username}`).click()
    await page.getByRole('menuitem', { name: 'Take the role back' }).click()
    const question = page.getByRole('dialog', { name: `Take the role from ${other.username}?` })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Take back' }).click()
    await expect(toast(page, `${other.username} no longer works here.`)).toBeVisible()
    await expect(row(other.username)).toHaveCount(0)
    await page.goto(`/admin/audit?search=${other.username}`)
    await expect(page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')).toContainText([
      `Took the role from ${other.username}`,
      `Gave ${other.username} the role of moderator`,
    ])
  })
})
