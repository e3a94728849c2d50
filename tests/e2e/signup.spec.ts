import type { Page } from '@playwright/test'
import {
  button,
  countToasts,
  dismissToasts,
  emailField,
  logIn,
  passwordField,
  toast,
  toastOf,
  watchCalls,
} from './support/door.ts'
import { expect, test } from './support/test.ts'

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

test.describe('Signing up', () => {
  test('What is missing is asked for before anything is sent; what the server refuses is said after the fact', async ({
    page,
    people,
    expectRefusal,
  }) => {
    await page.goto('/signup')

    await test.step('A visitor who leaves the age box unticked is told so, nothing is sent and nothing typed is lost', async () => {
      const email = people.address()
      const calls = watchCalls(page)
      const told = await countToasts(page)
      await fill(page, email)
      await button(page, 'Sign up').click()
      await expect(toastOf(page, 'error', 'You must be at least 18 years old to sign up')).toHaveRole('alert')
      await expect(ageBox(page)).toBeFocused()
      await expect(page).toHaveURL('/signup')
      await expect(emailField(page)).toHaveValue(email)
      await expect(passwordField(page)).toHaveValue(PASSWORD)
      expect(await told()).toBe(1)
      expect(calls).toEqual([])
    })

    await dismissToasts(page)
    await fill(page, '', '')

    await test.step('A visitor who leaves out the address or the password is told which, and nothing is sent', async () => {
      const calls = watchCalls(page)
      await ageBox(page).check()
      await button(page, 'Sign up').click()
      await expect(emailField(page)).toBeFocused()
      await expect(emailField(page)).toHaveAccessibleDescription('This field is required')
      await expect(passwordField(page)).toHaveAccessibleDescription(/^This field is required/)
      await fill(page, 'amy at loge')
      await button(page, 'Sign up').click()
      await expect(emailField(page)).toHaveAccessibleDescription('Invalid email address')
      expect(calls).toEqual([])
    })

    await test.step('A password that is easy to guess is refused after the fact, in words that say why', async () => {
      await fill(page, people.address(), 'password')
      await ageBox(page).check()
      expectRefusal(422, SIGN_UP)
      await button(page, 'Sign up').click()
      await expect(page).toHaveURL('/login')
      await expect(toast(page, 'This password is too easy to guess. Please choose another.')).toBeVisible()
    })

    await dismissToasts(page)
    await goToSignUp(page)

    await test.step('An address that is taken: success is said at once, the refusal follows, and the address is still there', async () => {
      const { email } = await people.signUp()
      await fill(page, email)
      await ageBox(page).check()
      expectRefusal(422, SIGN_UP)
      await button(page, 'Sign up').click()
      await expect(toast(page, 'You are successfully signed up')).toBeVisible()
      await expect(
        toast(page, 'This email address already has an account. Log in, or reset your password.'),
      ).toHaveRole('alert')
      await expect(page).toHaveURL('/login')
      await expect(emailField(page)).toHaveValue(email)
      await goToSignUp(page)
      await expect(emailField(page)).toHaveValue(email)
    })

    await test.step('Who has an account finds the way to /login, and an address typed goes along', async () => {
      const email = people.address()
      await emailField(page).fill(email)
      await page.getByRole('link', { name: 'Log in' }).click()
      await expect(page).toHaveURL('/login')
      await expect(emailField(page)).toHaveValue(email)
    })
  })

  test('A visitor who signs up from the keyboard alone is told so at once, and can log in', async ({
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

  test('the age box, the refusal and the success speak French', async ({ page, people, expectRefusal }) => {
    const { email } = await people.signUp()
    await page.goto('/signup')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
    await button(page, 'S’inscrire').click()
    await expect(toast(page, 'Vous devez avoir au moins 18 ans pour vous inscrire')).toBeVisible()
    await page.getByRole('checkbox', { name: 'J’ai au moins 18 ans' }).check()
    expectRefusal(422, SIGN_UP)
    await button(page, 'S’inscrire').click()
    await expect(toast(page, 'Votre inscription est réussie')).toBeVisible()
    await expect(
      toast(page, 'Cette adresse e-mail a déjà un compte. Connectez-vous ou réinitialisez votre mot de passe.'),
    ).toBeVisible()
  })
})
