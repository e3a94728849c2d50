import type { Page } from '@playwright/test'
import { axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { emailField, logIn, passwordField, storedToken } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { countToasts, dismissToasts, toast, toastOf } from '#tests/e2e/support/toasts.ts'

const SIGN_IN = '/api/users/sign_in'

test.describe('Logging in', () => {
  test('A visitor whose sign-in fails is told why, keeps the typed values, and finds links to sign-up and password reset', async ({
    page,
    people,
    expectRefusal,
    expectLine,
  }) => {
    const member = await people.signUp()
    await page.goto('/login')

    // Spec 5.5
    await test.step('A visitor who leaves a field empty is told which, and nothing is sent', async () => {
      const calls = watchCalls(page)
      await button(page, 'Log in').click()
      await expect(emailField(page)).toBeFocused()
      await expect(emailField(page)).toHaveAccessibleDescription('This field is required')
      await expect(passwordField(page)).toHaveAccessibleDescription('This field is required')

      await emailField(page).fill('amy@loge.test')
      await expect(emailField(page)).toHaveAccessibleDescription('')
      await button(page, 'Log in').click()
      await expect(passwordField(page)).toBeFocused()
      await emailField(page).fill('')
      await passwordField(page).fill('red-velvet-seat')
      await button(page, 'Log in').click()
      await expect(emailField(page)).toBeFocused()
      expect(calls).toEqual([])
    })

    await test.step('The password can be looked at before it is sent', async () => {
      await passwordField(page).fill('red-velvet-seat')
      await expect(passwordField(page)).toHaveAttribute('type', 'password')
      await button(page, 'Show password').click()
      await expect(passwordField(page)).toHaveAttribute('type', 'text')
      await button(page, 'Hide password').click()
      await expect(passwordField(page)).toHaveAttribute('type', 'password')
    })

    // Spec 8.1
    await test.step('A wrong password is answered with "Wrong email or passord", and what was typed stays', async () => {
      expectRefusal(401, SIGN_IN)
      await logIn(page, { ...member, password: 'green-velvet-seat' })
      await expect(toastOf(page, 'error', 'Wrong email or passord')).toHaveRole('alert')
      // Which of the two is wrong is not revealed, so both are marked, with one text.
      for (const wrong of [emailField(page), passwordField(page)]) {
        await expect(wrong).toHaveAttribute('aria-invalid', 'true')
        await expect(wrong).toHaveAccessibleDescription('Wrong email or passord')
      }
      await expect(passwordField(page)).toBeFocused()
      await expect(page.getByRole('main').getByText('Wrong email or passord')).toHaveCount(1)
      await axeInBothThemes(page, (colorScheme) => page.emulateMedia({ colorScheme }))
      await expect(page).toHaveURL('/login')
      await expect(emailField(page)).toHaveValue(member.email)
      await expect(passwordField(page)).toHaveValue('green-velvet-seat')
      expect(await storedToken(page)).toBeNull()
      await emailField(page).press('End')
      await emailField(page).pressSequentially('x')
      await expect(page.getByRole('main').getByText('Wrong email or passord')).toHaveCount(0)
      await expect(passwordField(page)).not.toHaveAttribute('aria-invalid')
    })

    await dismissToasts(page)

    await test.step('A rate-limited visitor reads how long to wait', async () => {
      await page.route(`**${SIGN_IN}`, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '540' },
          json: { error: 'Too many attempts', code: 'rate_limited' },
        }),
      )
      expectRefusal(429, SIGN_IN)
      const told = await countToasts(page)
      await logIn(page, { email: 'amy@loge.test', password: 'red-velvet-seat' })
      await expect(toast(page, 'Too many attempts. Please try again in 9 minutes.')).toBeVisible()
      expect(await told()).toBe(1)
    })

    await dismissToasts(page)
    await page.unroute(`**${SIGN_IN}`)

    await test.step('A lost connection is reported as well, and the typed values stay', async () => {
      await page.route(`**${SIGN_IN}`, (route) => route.abort())
      expectLine(/Failed to load resource: net::ERR_FAILED/)
      await logIn(page, { email: 'amy@loge.test', password: 'red-velvet-seat' })
      await expect(toast(page, 'Wrong email or passord')).toBeVisible()
      await expect(toast(page, 'The connection dropped. Check your network and try again.')).toBeVisible()
      await expect(passwordField(page)).toHaveValue('red-velvet-seat')
    })

    // Spec 2.28, 2.29
    await test.step('The links lead to sign-up and to the password reset, and take over the typed address', async () => {
      await emailField(page).fill('amy@loge.test')
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await expect(page).toHaveURL('/reset-password')
      await expect(emailField(page)).toHaveValue('amy@loge.test')
      await page.getByRole('link', { name: 'Back to log in' }).click()
      await page.getByRole('link', { name: 'Sign up' }).click()
      await expect(page).toHaveURL('/signup')
      await expect(emailField(page)).toHaveValue('amy@loge.test')
    })
  })

  test('A member signs in with the keyboard alone, and stays signed in after a reload', async ({ page, people }) => {
    const member = await people.signUp()
    await page.goto('/login')
    const calls = watchCalls(page)

    await test.step('Everything can be done from the keyboard alone', async () => {
      await expect(emailField(page)).toBeVisible()
      const navigate = [
        'Skip to the content',
        'Loge, discover',
        /^EN/,
        'Dark mode',
        'Sign up',
        'Email',
        'Forgot password?',
      ]
      for (const name of navigate) {
        await page.keyboard.press('Tab')
        await expect(page.locator(':focus')).toHaveAccessibleName(name)
      }
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.type(member.email)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.type(member.password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/')
    })

    // Spec 2.27, 4.41, 8.2
    await test.step('A member who logs in is told so, lands on / and stays signed in', async () => {
      await expect(page).toHaveURL('/')
      await expect(toast(page, 'You are successfully logged in')).toHaveRole('status')
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
      // The response contains the user, so that no further request is needed.
      expect(calls.filter((call) => call.includes('user'))).toEqual(['POST /users/sign_in'])

      await page.reload()
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    })
  })

  test('A signed-in member is redirected from the sign-in pages, and an unusable token is deleted', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const member = await people.signUp()
    await people.signedIn(page, member)
    for (const path of ['/login', '/signup']) {
      // Spec 6.2
      await test.step(`${path} redirects a signed-in member to /`, async () => {
        await page.goto(path)
        await expect(page).toHaveURL('/')
      })
    }

    // Spec 4.40
    await test.step('A token that is still stored is cleared first, and not sent', async () => {
      // The user fails to load, so the token stays and the visitor can still open /login.
      await page.route('**/api/user', (route) =>
        route.fulfill({ status: 500, json: { error: 'No', code: 'internal' } }),
      )
      expectRefusal(500, '/api/user')
      await page.goto('/login')
      expect(await storedToken(page)).not.toBeNull()

      expectRefusal(401, SIGN_IN)
      const sent = page.waitForRequest(`**${SIGN_IN}`)
      await logIn(page, { ...member, password: 'green-velvet-seat' })
      expect((await sent).headers().authorization).toBeUndefined()
      await expect(toast(page, 'Wrong email or passord')).toBeVisible()
      expect(await storedToken(page)).toBeNull()
    })
  })
})

/** The toast of the success covers the menu button for a while. */
async function readAndDismiss(page: Page): Promise<void> {
  await expect(toast(page, 'You are successfully logged in')).toBeVisible()
  await dismissToasts(page)
}

test.describe('The page after signing in', () => {
  test('A visitor returns to the requested page after signing in, and arrives at / the next time', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const member = await people.signUp()

    // Spec 2.92, 4.41
    await test.step('A visitor whom the guard redirected returns to the requested page', async () => {
      expectRefusal(404, '/some_creator')
      expectRefusal(404, '/api/invitations/some_creator')
      const noCard = page.waitForResponse('**/api/invitations/some_creator')
      await page.goto('/some_creator?lang=en')
      await expect(page).toHaveURL('/discover')
      await noCard
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
      expectRefusal(404, '/api/profiles/some_creator')
      await logIn(page, member)
      await expect(page).toHaveURL('/some_creator?lang=en')
      await expect(page.getByRole('heading', { level: 1, name: 'Profile not found' })).toBeVisible()
    })

    await test.step('A member who signs in later without a redirect arrives at /', async () => {
      await readAndDismiss(page)
      await button(page, 'Menu').click()
      await button(page, 'Logout').click()
      await expect(page).toHaveURL('/discover')
      await page.goto('/settings')
      await expect(page).toHaveURL('/discover')
      await page.goto('/login')
      await logIn(page, member)
      await expect(page).toHaveURL('/settings')
      await readAndDismiss(page)
      await button(page, 'Menu').click()
      await button(page, 'Logout').click()
      await expect(page).toHaveURL('/discover')
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
      await logIn(page, member)
      await expect(page).toHaveURL('/')
    })
  })
})

test.describe('In French', () => {
  test.use({ locale: 'fr-FR' })

  test('A wrong and a right password are answered in French', { tag: '@long' }, async ({
    page,
    people,
    expectRefusal,
  }) => {
    const member = await people.signUp()
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Se connecter' })).toBeVisible()
    await page.getByLabel('E-mail').fill(member.email)
    await page.getByLabel('Mot de passe', { exact: true }).fill('green-velvet-seat')
    expectRefusal(401, SIGN_IN)
    await button(page, 'Se connecter').click()
    await expect(toast(page, 'E-mail ou mot de passe incorrect')).toBeVisible()
    await page.getByLabel('Mot de passe', { exact: true }).fill(member.password)
    await button(page, 'Se connecter').click()
    await expect(toast(page, 'Connexion réussie')).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})
