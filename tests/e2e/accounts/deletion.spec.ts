import type { Page } from '@playwright/test'
import { eraseUser } from '#server/store/deletion/erasure.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { withoutInbox } from '#tests/e2e/support/members.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import type { Person } from '#tests/e2e/support/people.ts'
import type { Product } from '#tests/e2e/support/product.ts'
import { logIn, storedToken } from '#tests/e2e/support/sign-in.ts'
import { withDatabase } from '#tests/e2e/support/subscriptions.ts'
import { Talk } from '#tests/e2e/support/talk.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const DELETION = '/api/user/deletion'

/** Erases an account, like the job after the grace period. */
async function erase(product: Product, { id, email }: Person): Promise<void> {
  await withDatabase(product, (db) =>
    db.begin(async (tx) => {
      await tx`update users set erased_at = now() where id = ${id}`
      await eraseUser(tx, id, [email])
    }),
  )
}

async function openDialog(page: Page, name: string, password: string) {
  await button(page, name).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(password, { exact: true })
  await expect(field).toBeFocused()
  return { dialog, field, submit: dialog.getByRole('button', { name, exact: true }) }
}

test.describe('On a phone, in English and light', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'en-GB', hasTouch: true })

  test('A member deletes their account with the password, and keeps it by signing in again', { tag: '@long' }, async ({
    page,
    people,
    expectRefusal,
  }) => {
    const creator = await people.creator()
    await withoutInbox(page)
    await people.signedIn(page, creator)
    await page.goto('/settings')

    await test.step('The settings explain what a deletion does', async () => {
      const section = page.getByRole('region', { name: 'Delete account' })
      for (const words of [
        'nobody sees your account',
        '14 days',
        'under “Member”',
        'without refund',
        'without your name',
      ])
        await expect(section).toContainText(words)
      await expectNoSidewaysScroll(page)
    })

    await test.step('A missing or wrong password deletes nothing', async () => {
      const { dialog, field, submit } = await openDialog(page, 'Delete my account', 'Your password')
      await submit.click()
      await expect(field).toHaveAccessibleDescription('This field is required')
      expectRefusal(422, DELETION)
      await field.fill('not my password')
      await submit.click()
      await expect(field).toHaveAccessibleDescription('This is not your password.')
      await expect(field).toBeFocused()
      await axe(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(button(page, 'Delete my account')).toBeFocused()
    })

    const deletionStatus = page
      .getByRole('status')
      .filter({ hasText: /^Your account is hidden, and will be erased on .*20\d\d/ })

    await test.step('The right password signs them out, and the sign-in page says until when they can return', async () => {
      const { field } = await openDialog(page, 'Delete my account', 'Your password')
      await field.fill(creator.password)
      await field.press('Enter')
      await expect(deletionStatus).toBeVisible()
      await expect(deletionStatus.locator('..')).toBeFocused()
      await expect(page).toHaveURL('/login')
      expect(await storedToken(page)).toBeNull()
      await expectNoSidewaysScroll(page)
      await axe(page)
    })

    await test.step('The message on the sign-in page stays after a reload, and disappears when they leave the page', async () => {
      await page.reload()
      await expect(deletionStatus).toBeVisible()
      await page.getByRole('link', { name: 'Sign up' }).click()
      await expect(page).toHaveURL('/signup')
      await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
      await expect(deletionStatus).toHaveCount(0)
    })

    await test.step('Signing in cancels the deletion, with a toast', async () => {
      await logIn(page, creator)
      await expect(toast(page, 'You are successfully logged in')).toHaveRole('status')
      await expect(toast(page, 'Welcome back. Your account will not be deleted.')).toHaveRole('status')
      await page.goto(`/${creator.username}`)
      await expect(page.getByRole('heading', { level: 1, name: creator.username })).toBeVisible()
    })
  })
})

test.describe('At a desk, in French and dark', () => {
  test.use({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark', locale: 'fr-FR' })

  test('An erased person is shown as a deleted member in the list and in the thread, and nobody can write to them', {
    tag: '@long',
  }, async ({ page, people, product }) => {
    const [fan, creator] = [await people.member(), await people.creator()]
    await people.subscribe(fan, creator)
    const talk = await Talk.begin(product, fan, creator, 'What a fan asks')
    await talk.say(creator, 'What stays')
    await erase(product, creator)
    await people.signedIn(page, fan)
    await page.goto('/conversations')
    await page.getByRole('link', { name: /membre supprimé/ }).click()

    const title = page.getByRole('heading', { level: 1, name: 'membre supprimé' })
    await expect(title).toBeVisible()
    await expect(title.getByRole('link')).toHaveCount(0)
    await expect(page.getByText('What stays', { exact: true }).last()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Vous ne pouvez pas écrire à ce membre' })).toBeVisible()
    await expect(page.getByText(creator.username)).toHaveCount(0)
    await expect(page.getByText('Connecté', { exact: true })).toHaveCount(0)
    await axe(page)

    await page.goto('/settings')
    const { dialog } = await openDialog(page, 'Supprimer mon compte', 'Votre mot de passe')
    await expect(dialog.getByRole('heading', { name: 'Supprimer votre compte\u202f?' })).toBeVisible()
    await axe(page)
  })
})
