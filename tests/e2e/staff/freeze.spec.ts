import { axe } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { isLongForm } from '#tests/support/long-form.ts'

test('A moderator freezes a member with reasons, who reads them at sign-in and comes back when the freeze ends', async ({
  page,
  browser,
  product,
  people,
}) => {
  test.slow()
  const word = `ice${Date.now().toString(36)}`
  const member = await people.member(`${word}-member`)
  const staff = await people.member(`${word}-staff`)
  await people.grant(staff.email, 'moderator')
  await people.signedIn(page, staff)
  await page.goto(`/admin/users?search=${word}`)

  await test.step('The dialog asks for ground and facts', async () => {
    await button(page, `More for ${member.username}`).click()
    await page.getByRole('menuitem', { name: 'Freeze…' }).click()
    const dialog = page.getByRole('dialog', { name: `Freeze ${member.username}?` })
    await expect(dialog.getByLabel('For how long').getByRole('option')).toHaveText(['24 hours', '3 days'])
    await dialog.getByRole('button', { name: 'Freeze' }).click()
    await expect(dialog.getByText('This field is required')).toHaveCount(2)
    await axe(page)
    await dialog.getByLabel('For how long').selectOption('3 days')
    await dialog.getByLabel('Ground').selectOption('Terms 3.3: threats and violence')
    await dialog.getByLabel('Facts').fill('Threats in messages.')
    await dialog.getByRole('button', { name: 'Freeze' }).click()
    await expect(toast(page, `${member.username} is frozen.`)).toBeVisible()
    await expect(page.getByRole('row', { name: member.username })).toContainText('Frozen until')
  })

  await test.step('The member reads until when and why, in the language of the page', async () => {
    for (const [locale, colorScheme, words] of [
      ['en-GB', 'light', ['Your account is frozen', 'What happened', 'Terms 3.3: threats and violence']],
      ['fr-FR', 'dark', ['Votre compte est gelé', 'Ce qui s’est passé', 'Conditions 3.3\u202f: menaces et violence']],
    ] as const) {
      // In English, the test of the link to the decision reads it.
      if (!isLongForm && locale === 'en-GB') continue
      const viewport = { width: 390, height: 844 }
      const context = await browser.newContext({ baseURL: product.url, locale, colorScheme, viewport })
      const phone = await context.newPage()
      await phone.goto('/login')
      await phone.locator('input[name=email]').fill(member.email)
      await phone.locator('input[name=password]').fill(member.password)
      await phone.locator('button[type=submit]').click()
      const alert = phone.getByRole('alert').filter({ hasText: words[0] })
      for (const text of [...words, 'Threats in messages.']) await expect(alert).toContainText(text)
      await expect(phone).toHaveURL('/login')
      await axe(phone)
      await expectNoSidewaysScroll(phone)
      await context.close()
    }
  })

  await test.step('The freeze ends', async () => {
    await button(page, `More for ${member.username}`).click()
    await page.getByRole('menuitem', { name: 'Unfreeze' }).click()
    await expect(toast(page, `${member.username} is no longer frozen.`)).toBeVisible()
    await expect(page.getByRole('row', { name: member.username })).not.toContainText('Frozen until')
  })
})
