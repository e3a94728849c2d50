import type { Page } from '@playwright/test'
import type { Outbox } from '#tests/e2e/support/outbox.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { emailField, logIn, passwordField } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast, toastOf } from '#tests/e2e/support/toasts.ts'

const PASSWORD_CALL = '/api/users/password'

/** The path and query of the link in the newest mail. */
async function linkFor(outbox: Outbox, email: string): Promise<string> {
  const { text = '' } = await outbox.newestTo(email)
  const link = text.match(/https?:\/\/\S+reset_password_token=\S+/)?.[0]
  if (!link) throw new Error(`no link in the mail: ${text}`)
  const { pathname, search } = new URL(link)
  return pathname + search
}

async function setPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await passwordField(page, 'New password').fill(password)
  await passwordField(page, 'Confirm password').fill(confirmation)
  await button(page, 'Reset Password').click()
}

test.describe('Asking for a new password', () => {
  test('Asking for a new password needs a valid address, reports failures, and does not reveal who is a member', async ({
    page,
    people,
    outbox,
    expectRefusal,
  }) => {
    await page.goto('/reset-password')

    // Spec 5.6
    await test.step('A missing or invalid address is reported, and nothing is sent', async () => {
      const calls = watchCalls(page)
      await button(page, 'Send Reset Link').click()
      await expect(emailField(page)).toBeFocused()
      await expect(emailField(page)).toHaveAccessibleDescription('This field is required')
      await emailField(page).fill('amy@loge')
      await button(page, 'Send Reset Link').click()
      await expect(emailField(page)).toHaveAccessibleDescription('Invalid email address')
      expect(calls).toEqual([])
    })

    // Spec 2.39, 8.7
    await test.step('A failure is shown with its reason, and the address stays', async () => {
      await page.route(`**${PASSWORD_CALL}`, (route) =>
        route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } }),
      )
      await emailField(page).fill('amy@loge.test')
      expectRefusal(503, PASSWORD_CALL)
      await button(page, 'Send Reset Link').click()
      const alert = page.getByRole('main').getByRole('alert')
      await expect(alert).toContainText('Failed to send password reset email. Please try again.')
      await expect(alert).toContainText('Loge cannot answer for the moment. Please try again soon.')
      await expect(emailField(page)).toHaveValue('amy@loge.test')
      await expect(page.getByText('Password reset email sent. Please check your inbox.')).toHaveCount(0)
    })

    await page.unroute(`**${PASSWORD_CALL}`)

    // Spec 2.35, 2.36, 2.37, 2.38, 8.5, 8.6
    await test.step('Whether the address is known or not, the answer is the same, as a toast and on the screen', async () => {
      const { email } = await people.signUp()
      for (const address of [people.address('nobody'), email]) {
        await emailField(page).fill(address)
        await button(page, 'Send Reset Link').click()
        await expect(toastOf(page, 'info', 'Check your email to reset your password')).toHaveRole('status')
        await expect(page.getByRole('main').getByRole('status')).toHaveText(
          'Password reset email sent. Please check your inbox.',
        )
        await page.reload()
      }
      expect(await linkFor(outbox, email)).toMatch(/^\/confirm-reset-password\?reset_password_token=/)
      await page.getByRole('link', { name: 'Back to log in' }).click()
      await expect(page).toHaveURL('/login')
    })
  })
})

test.describe('Setting a new password', () => {
  test('Setting a new password needs both fields and a valid link', async ({ page, expectRefusal }) => {
    await page.goto('/confirm-reset-password?reset_password_token=dead')

    // Spec 5.7
    await test.step('Both fields are required, and nothing is sent without them', async () => {
      await expect(page.getByRole('heading', { name: 'Set Your New Password' })).toBeVisible()
      const calls = watchCalls(page)
      await button(page, 'Reset Password').click()
      await expect(passwordField(page, 'New password')).toBeFocused()
      await expect(passwordField(page, 'New password')).toHaveAccessibleDescription(/^This field is required/)
      await expect(passwordField(page, 'Confirm password')).toHaveAccessibleDescription('This field is required')
      expect(calls).toEqual([])
    })

    // Spec 8.10, 8.11, 8.12
    await test.step('An invalid link is refused in a toast and in an alert, with a link to ask for a new one', async () => {
      expectRefusal(422, PASSWORD_CALL)
      await setPassword(page, 'blue-velvet-seat')
      await expect(toast(page, 'Error while resetting password')).toHaveRole('alert')
      const alert = page.getByRole('main').getByRole('alert')
      await expect(alert).toContainText('Failed to reset password. Please try again.')
      await expect(alert).toContainText('This link has expired or was used already.')
      await expect(passwordField(page, 'New password')).toHaveValue('blue-velvet-seat')
      await alert.getByRole('link', { name: 'Ask for a new link' }).click()
      await expect(page).toHaveURL('/reset-password')
    })
  })

  test('A member sets a new password with the link from the mail, and signs in with it', async ({
    page,
    people,
    outbox,
    expectRefusal,
  }) => {
    const member = await people.signUp()
    await page.goto('/reset-password')
    await emailField(page).fill(member.email)
    await button(page, 'Send Reset Link').click()
    const link = await linkFor(outbox, member.email)
    await page.goto(link)

    await test.step('The token leaves the address bar at once, and a reload of the tab does not lose it', async () => {
      await expect(page).toHaveURL('/confirm-reset-password')
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Set Your New Password' })).toBeVisible()
      await expect(page).toHaveURL('/confirm-reset-password')
      const history = await page.evaluate(() => [document.referrer, JSON.stringify(window.history.state)].join(' '))
      expect(history).not.toContain(new URLSearchParams(link.split('?')[1]).get('reset_password_token'))
    })

    // Spec 5.8, 5.9
    await test.step('Two different passwords are refused by the server', async () => {
      expectRefusal(422, PASSWORD_CALL)
      const sent = page.waitForRequest(`**${PASSWORD_CALL}`)
      await setPassword(page, 'blue-velvet-seat', 'blue-velvet-sofa')
      expect((await sent).postDataJSON()).toEqual({
        user: {
          reset_password_token: new URLSearchParams(link.split('?')[1]).get('reset_password_token'),
          password: 'blue-velvet-seat',
          password_confirmation: 'blue-velvet-sofa',
        },
      })
      await expect(page.getByRole('main').getByRole('alert')).toContainText('The two passwords are not the same.')
    })

    // Spec 2.40, 2.41, 2.42, 2.43, 2.44, 8.8, 8.9
    await test.step('A member with the link from the mail sets a new password, stays on the page, and logs in with it', async () => {
      await setPassword(page, 'blue-velvet-seat')
      await expect(toast(page, 'Password reset successfully')).toHaveRole('status')
      await expect(page.getByRole('main').getByRole('status')).toHaveText(
        'Your password has been reset successfully. You can now log in.',
      )
      await expect(page).toHaveURL('/confirm-reset-password')
      expect(await page.evaluate(() => sessionStorage.getItem('reset_password_token'))).toBeNull()
      await page.getByRole('link', { name: 'Log in' }).click()
      await expect(page).toHaveURL('/login')
      expectRefusal(401, '/api/users/sign_in')
      await logIn(page, member)
      await expect(toast(page, 'Wrong email or passord')).toBeVisible()
      await logIn(page, { ...member, password: 'blue-velvet-seat' })
      await expect(page).toHaveURL('/')
    })
  })
})

test.describe('A signed-in member', () => {
  test('A signed-in member who sets a new password is signed out, and can sign in again', {
    tag: '@long',
  }, async ({ page, people, outbox, expectRefusal }) => {
    const member = await people.signUp()
    await people.signedIn(page, member)
    await page.goto('/')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await page.goto('/reset-password')
    await emailField(page).fill(member.email)
    await button(page, 'Send Reset Link').click()
    expectRefusal(401, '/api/user')
    await page.goto(await linkFor(outbox, member.email))
    await setPassword(page, 'blue-velvet-seat')
    await expect(toast(page, 'Password reset successfully')).toBeVisible()
    await page.getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  })
})

test.describe('In French', () => {
  test.use({ locale: 'fr-FR' })

  test('The password reset is in French for a French visitor, including the mail', { tag: '@long' }, async ({
    page,
    people,
    outbox,
    expectRefusal,
  }) => {
    const { email } = await people.signUp()
    await page.goto('/reset-password')
    await page.getByLabel('E-mail').fill(email)
    await button(page, 'Envoyer le lien').click()
    await expect(toast(page, 'Consultez vos e-mails pour réinitialiser votre mot de passe')).toBeVisible()
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'E-mail de réinitialisation envoyé. Consultez votre boîte de réception.',
    )
    const link = await linkFor(outbox, email)
    for (const path of ['/confirm-reset-password', link]) {
      await page.goto(path)
      await page.getByLabel('Nouveau mot de passe').fill('blue-velvet-seat')
      await page.getByLabel('Confirmer le mot de passe').fill('blue-velvet-seat')
      if (path !== link) expectRefusal(422, PASSWORD_CALL)
      await button(page, 'Réinitialiser').click()
      await expect(
        toast(page, path === link ? 'Mot de passe réinitialisé' : 'Erreur lors de la réinitialisation du mot de passe'),
      ).toBeVisible()
    }
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'Votre mot de passe a bien été réinitialisé. Vous pouvez maintenant vous connecter.',
    )
  })
})
