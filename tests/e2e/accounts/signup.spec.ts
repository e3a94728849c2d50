import type { Page } from '@playwright/test'
import { axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { emailField, logIn, passwordField } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { countToasts, dismissToasts, toast, toastOf } from '#tests/e2e/support/toasts.ts'

const SIGN_UP = '/api/users'
const PASSWORD = 'red-velvet-seat'

function ageBox(page: Page) {
  return page.getByRole('checkbox', { name: 'I am at least 18 years old' })
}

/** From the log-in screen, whose fields have the same names: what is filled in too early stays behind there. */
async function goToSignUp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(ageBox(page)).toBeVisible()
}

async function fill(page: Page, email: string, password = PASSWORD): Promise<void> {
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
}

/** The answers to sign-ups wait until they are released. */
async function holdAnswers(page: Page): Promise<{ release: () => Promise<void> }> {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**${SIGN_UP}`, async (route) => {
    await held
    await route.continue()
  })
  return {
    release: async () => {
      answer()
      await page.unrouteAll({ behavior: 'wait' })
    },
  }
}

/** Where the browser keeps these words, the address bar and its history included. */
function whereStored(page: Page, words: string): Promise<string[]> {
  return page.evaluate((secret) => {
    const places = { local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie }
    const all = { ...places, address: location.href, history: history.state }
    return Object.entries(all).flatMap(([name, held]) => (JSON.stringify(held).includes(secret) ? [name] : []))
  }, words)
}

test.describe('Signing up', () => {
  test('Missing fields are reported before a sign-up is sent, and a refused sign-up returns to the filled form', async ({
    page,
    people,
    expectRefusal,
  }) => {
    await page.goto('/signup')

    // Spec 2.31, 4.45, 5.2, 5.3, 8.3, 9.9
    await test.step('A visitor who leaves the age box unticked is told so, nothing is sent and nothing typed is lost', async () => {
      const email = people.address()
      const calls = watchCalls(page)
      const told = await countToasts(page)
      await fill(page, email)
      await button(page, 'Sign up').click()
      await expect(toastOf(page, 'error', 'You must be at least 18 years old to sign up')).toHaveRole('alert')
      await expect(ageBox(page)).toBeFocused()
      await expect(ageBox(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(ageBox(page)).toHaveAccessibleDescription('You must be at least 18 years old to sign up')
      await axeInBothThemes(page, (colorScheme) => page.emulateMedia({ colorScheme }))
      await expect(page).toHaveURL('/signup')
      await expect(emailField(page)).toHaveValue(email)
      await expect(passwordField(page)).toHaveValue(PASSWORD)
      expect(await told()).toBe(1)
      expect(calls).toEqual([])
    })

    await dismissToasts(page)
    await fill(page, '', '')

    // Spec 5.1
    await test.step('A visitor who leaves out the address or the password is told which, and nothing is sent', async () => {
      const calls = watchCalls(page)
      await ageBox(page).check()
      await expect(ageBox(page)).not.toHaveAttribute('aria-invalid')
      await button(page, 'Sign up').click()
      await expect(emailField(page)).toBeFocused()
      await expect(emailField(page)).toHaveAccessibleDescription('This field is required')
      await expect(passwordField(page)).toHaveAccessibleDescription(/^This field is required/)
      await fill(page, 'amy at loge')
      await button(page, 'Sign up').click()
      await expect(emailField(page)).toHaveAccessibleDescription('Invalid email address')
      expect(calls).toEqual([])
    })

    await test.step('A password of seven characters, or of 129, is marked before anything is sent, and no success is told', async () => {
      const calls = watchCalls(page)
      const told = await countToasts(page)
      for (const password of ['sevench', '💯'.repeat(7), 'x'.repeat(129)]) {
        await fill(page, people.address(), password)
        await button(page, 'Sign up').click()
        await expect(passwordField(page)).toHaveAccessibleDescription(/^A password has 8 to 128 characters\./)
        await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true')
        await expect(passwordField(page)).toBeFocused()
        await passwordField(page).fill('')
        await expect(passwordField(page)).not.toHaveAttribute('aria-invalid')
      }
      await expect(page).toHaveURL('/signup')
      expect(calls).toEqual([])
      expect(await told()).toBe(0)
    })

    // Spec 4.46
    await test.step('A password that is easy to guess: success is told at once, and on the refusal the filled form is back with the words at the field', async () => {
      const email = people.address()
      const { release } = await holdAnswers(page)
      await fill(page, email, 'password')
      expectRefusal(422, SIGN_UP)
      await button(page, 'Sign up').click()
      await expect(page).toHaveURL('/login')
      await expect(toastOf(page, 'success', 'You are successfully signed up')).toBeVisible()
      await release()
      await expect(page).toHaveURL('/signup')
      await expect(toast(page, 'This password is too easy to guess. Please choose another.')).toHaveRole('alert')
      await expect(toast(page, 'You are successfully signed up')).toHaveCount(0)
      await expect(emailField(page)).toHaveValue(email)
      await expect(passwordField(page)).toHaveValue('password')
      await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(passwordField(page)).toHaveAccessibleDescription(/^This password is too easy to guess\./)
      await expect(passwordField(page)).toBeFocused()
      await expect(ageBox(page)).toBeChecked()
      expect(await whereStored(page, 'password')).toEqual([])
      await passwordField(page).fill(PASSWORD)
      await expect(passwordField(page)).not.toHaveAttribute('aria-invalid')
    })

    await dismissToasts(page)

    await test.step('An address that is taken is marked in the filled form, and signing up with another one works', async () => {
      const { email } = await people.signUp()
      await fill(page, email)
      expectRefusal(422, SIGN_UP)
      await button(page, 'Sign up').click()
      const words = 'This email address already has an account. Log in, or reset your password.'
      await expect(toast(page, words)).toHaveRole('alert')
      await expect(page).toHaveURL('/signup')
      await expect(emailField(page)).toHaveValue(email)
      await expect(emailField(page)).toHaveAccessibleDescription(words)
      await expect(emailField(page)).toBeFocused()
      await expect(passwordField(page)).toHaveValue(PASSWORD)
      await expect(ageBox(page)).toBeChecked()

      await emailField(page).fill(people.address())
      await expect(emailField(page)).toHaveAccessibleDescription('')
      const answered = page.waitForResponse(`**${SIGN_UP}`)
      await button(page, 'Sign up').click()
      await expect(page).toHaveURL('/login')
      expect((await answered).status()).toBe(201)
      await dismissToasts(page)
      // Nobody finds the password of the last attempt in a form.
      await goToSignUp(page)
      await expect(passwordField(page)).toHaveValue('')
      await expect(ageBox(page)).not.toBeChecked()
    })

    await test.step('A refusal that is there before the way to /login is over brings the filled form back as well', async () => {
      const email = people.address()
      await page.route(`**${SIGN_UP}`, (route) =>
        route.fulfill({
          status: 422,
          json: { error: 'This address is taken', code: 'email_taken', fields: { email: 'taken' } },
        }),
      )
      await fill(page, email)
      await ageBox(page).check()
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expectRefusal(422, SIGN_UP)
        const answered = page.waitForResponse(`**${SIGN_UP}`)
        await button(page, 'Sign up').click()
        await answered
        await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true')
        await expect(page).toHaveURL('/signup')
        await expect(emailField(page)).toHaveValue(email)
        await expect(passwordField(page)).toHaveValue(PASSWORD)
        await expect(ageBox(page)).toBeChecked()
        await emailField(page).press('End')
      }
      await page.unroute(`**${SIGN_UP}`)
      await dismissToasts(page)
    })

    await test.step('Somebody who types at /login by then stays there, and the toast leads back to the filled form', async () => {
      const { email } = await people.signUp()
      const { release } = await holdAnswers(page)
      await fill(page, email)
      await ageBox(page).check()
      expectRefusal(422, SIGN_UP)
      await button(page, 'Sign up').click()
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
      await passwordField(page).pressSequentially('red')
      await release()
      await expect(
        toast(page, 'This email address already has an account. Log in, or reset your password.'),
      ).toBeVisible()
      await expect(page).toHaveURL('/login')
      await expect(passwordField(page)).toHaveValue('red')
      await button(page, 'Back to the form').click()
      await expect(page).toHaveURL('/signup')
      await expect(emailField(page)).toHaveValue(email)
      await expect(passwordField(page)).toHaveValue(PASSWORD)
      await expect(ageBox(page)).toBeChecked()
      await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true')
      // Who leaves the form leaves nothing behind in it.
      await page.getByRole('link', { name: 'Log in' }).click()
      await goToSignUp(page)
      await expect(passwordField(page)).toHaveValue('')
    })

    await test.step('Somebody who reads another page by then is not torn away from it', async () => {
      const { email } = await people.signUp()
      const { release } = await holdAnswers(page)
      await fill(page, email)
      await ageBox(page).check()
      expectRefusal(422, SIGN_UP)
      await button(page, 'Sign up').click()
      await expect(page).toHaveURL('/login')
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await expect(page).toHaveURL('/reset-password')
      await release()
      await expect(button(page, 'Back to the form')).toBeVisible()
      await expect(page).toHaveURL('/reset-password')
      await button(page, 'Back to the form').click()
      await expect(page).toHaveURL('/signup')
      await expect(passwordField(page)).toHaveValue(PASSWORD)
    })

    // Spec 2.33
    await test.step('Who has an account finds the way to /login, and an address typed goes along', async () => {
      const email = people.address()
      await emailField(page).fill(email)
      await page.getByRole('link', { name: 'Log in' }).click()
      await expect(page).toHaveURL('/login')
      await expect(emailField(page)).toHaveValue(email)
    })
  })

  test('A visitor signs up with the keyboard alone, sees the optimistic success, and can sign in', async ({
    page,
    people,
  }) => {
    const email = people.address()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.goto('/signup')
    await page.route(`**${SIGN_UP}`, async (route) => {
      await held
      await route.continue()
    })

    await test.step('Everything can be done from the keyboard alone', async () => {
      await emailField(page).focus()
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(ageBox(page)).toBeFocused()
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/login')
    })

    // Spec 2.30, 2.32, 4.46, 4.47, 8.4
    await test.step('The success toast and the way to /login do not wait for the server', async () => {
      await expect(toastOf(page, 'success', 'You are successfully signed up')).toHaveRole('status')
      await expect(page).toHaveURL('/login')
      await expect(emailField(page)).toHaveValue(email)

      const answered = page.waitForResponse(`**${SIGN_UP}`)
      answer()
      expect((await answered).status()).toBe(201)
      expect((await answered).headers().authorization).toBeUndefined()
      await logIn(page, { email, password: PASSWORD })
      await expect(page).toHaveURL('/')
    })
  })
})

test.describe('In French', () => {
  test.use({ locale: 'fr-FR' })

  // Spec 3.33
  test('The age box, the error and the success of a sign-up are in French for a French visitor', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const { email } = await people.signUp()
    await page.goto('/signup')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
    await button(page, 'S’inscrire').click()
    await expect(toast(page, 'Vous devez avoir au moins 18 ans pour vous inscrire')).toBeVisible()
    await page.getByRole('checkbox', { name: 'J’ai au moins 18 ans' }).check()
    expectRefusal(422, SIGN_UP)
    const { release } = await holdAnswers(page)
    await button(page, 'S’inscrire').click()
    await expect(toast(page, 'Votre inscription est réussie')).toBeVisible()
    await release()
    await expect(
      toast(page, 'Cette adresse e-mail a déjà un compte. Connectez-vous ou réinitialisez votre mot de passe.'),
    ).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/^Cette adresse e-mail a déjà un compte/)
  })
})
