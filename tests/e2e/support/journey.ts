import { expect, type Page } from '@playwright/test'
import { untilHydrated } from './hydration.ts'
import { withoutInbox } from './members.ts'
import type { Credentials } from './people.ts'
import { storedToken } from './sign-in.ts'
import { dismissToasts } from './toasts.ts'

/** Sign-up, sign-in, navigation and sign-out of the journeys, in both languages. */

type Language = 'en' | 'fr'

const WORDS = {
  en: {
    log_in: 'Log in',
    sign_up: 'Sign up',
    email: 'Email',
    password: 'Password',
    age: 'I am at least 18 years old',
    signed_up: 'You are successfully signed up',
    logged_in: 'You are successfully logged in',
    logout: 'Logout',
  },
  fr: {
    log_in: 'Se connecter',
    sign_up: 'S’inscrire',
    email: 'E-mail',
    password: 'Mot de passe',
    age: 'J’ai au moins 18 ans',
    signed_up: 'Votre inscription est réussie',
    logged_in: 'Connexion réussie',
    logout: 'Se déconnecter',
  },
}

function said(page: Page, words: string) {
  return page.getByRole('region', { name: /^Notifications$/ }).getByText(words, { exact: true })
}

/** Opens / as a visitor, who is redirected to the landing page. */
export async function visitLanding(page: Page, language: Language): Promise<void> {
  await page.goto('/')
  await expect(page).toHaveURL('/discover')
  await untilHydrated(page)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Signs up from a public page, and arrives at /login. */
export async function signUp(page: Page, language: Language, { email, password }: Credentials): Promise<void> {
  const words = WORDS[language]
  await page.getByRole('banner').getByRole('link', { name: words.sign_up }).click()
  await expect(page).toHaveURL('/signup')
  await page.getByRole('textbox', { name: words.email, exact: true }).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: words.age }).check()
  // The toast is optimistic. The account exists only after the response.
  const answered = page.waitForResponse('**/api/users')
  await page.getByRole('button', { name: words.sign_up, exact: true }).click()
  await expect(said(page, words.signed_up)).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect((await answered).status()).toBe(201)
}

/** Signs in from a public page or from /login, and arrives at the home page. */
export async function logIn(page: Page, language: Language, { email, password }: Credentials): Promise<void> {
  const words = WORDS[language]
  if (new URL(page.url()).pathname !== '/login') {
    await page.getByRole('banner').getByRole('link', { name: words.log_in }).click()
    await expect(page).toHaveURL('/login')
  }
  await page.getByRole('textbox', { name: words.email, exact: true }).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.log_in, exact: true }).click()
  await expect(said(page, words.logged_in)).toBeVisible()
  await expect(page).toHaveURL('/')
  // The URL changes before the page. Text that is typed until then goes into the form.
  await expect(page.getByLabel(words.password, { exact: true })).toHaveCount(0)
}

/** Follows an entry of the menu. */
export async function goTo(page: Page, entry: string | RegExp): Promise<void> {
  // On a desktop, toasts cover the button, and stay while the mouse is over them.
  await dismissToasts(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: entry }).click()
  await expect(menu).toHaveCount(0)
}

/** Waits for pending background requests and stubs further ones, because they might arrive after the session has ended. */
export async function stopBackgroundRequests(page: Page): Promise<void> {
  await withoutInbox(page)
  await page.route('**/api/admin/reports?*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await Promise.all((await page.requests()).map((request) => request.response()))
}

/** Signs out with the menu, and arrives at the landing page. */
export async function logOut(page: Page, language: Language): Promise<void> {
  const words = WORDS[language]
  await stopBackgroundRequests(page)
  await dismissToasts(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: words.logout }).click()
  await expect(page).toHaveURL('/discover')
  await expect(page.getByRole('banner').getByRole('link', { name: words.log_in })).toBeVisible()
  expect(await storedToken(page)).toBeNull()
}
