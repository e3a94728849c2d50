import { axe } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

test('A moderator finds no way to close an account', async ({ page, people }) => {
  const [member, staff] = [await people.member(), await people.member()]
  await people.grant(staff.email, 'moderator')
  await people.signedIn(page, staff)
  await page.goto(`/admin/users?search=${member.username}`)
  await button(page, `More for ${member.username}`).click()
  await expect(page.getByRole('menuitem', { name: 'Freeze…' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Close account…' })).toHaveCount(0)
})

test('An admin closes an account with ground and facts, after reading what it does and that a second admin has to agree', async ({
  page,
  people,
}) => {
  const [member, staff] = [await people.member(), await people.member()]
  await people.grant(staff.email, 'admin')
  await people.signedIn(page, staff)
  await page.goto(`/admin/users?search=${member.username}`)
  await button(page, `More for ${member.username}`).click()
  await page.getByRole('menuitem', { name: 'Close account…' }).click()
  const dialog = page.getByRole('dialog', { name: `Close the account of ${member.username}?` })
  await expect(dialog).toContainText('It is erased after 14 days')
  await expect(dialog).toContainText('A second admin has to agree')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Close account' }).click()
  await expect(dialog.getByText('This field is required')).toHaveCount(2)
  await expect(dialog.getByLabel('Ground')).toBeFocused()
  await axe(page)
  await dialog.getByLabel('Ground').selectOption('Terms 3.3: threats and violence')
  await expect(dialog.getByText('This field is required')).toHaveCount(1)
  await dialog.getByLabel('Facts').fill('Threats in messages.')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  const CLOSE = `**/api/admin/users/${member.id}/close`
  await page.route(CLOSE, (route) => route.fulfill({ json: { state: 'proposed' } }))
  const sent = page.waitForRequest(CLOSE)
  await dialog.getByRole('button', { name: 'Close account' }).click()
  expect((await sent).postDataJSON()).toEqual({ ground: 'terms_threat', facts: 'Threats in messages.' })
  await expect(
    toast(page, `The account of ${member.username} is frozen, and closes when a second admin agrees.`),
  ).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
