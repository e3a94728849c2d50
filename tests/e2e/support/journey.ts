import { expect, type Page } from '@playwright/test'
import { dismissToasts, storedToken } from './door.ts'
import { withoutInbox } from './members.ts'
import type { Credentials } from './people.ts'
import { takenOver } from './taken-over.ts'

/** The beginning and the end of everybody's way through the house, in their language. */

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

/** The first visit: whoever comes to / is shown what the house is. */
export async function arrive(page: Page, language: Language): Promise<void> {
  await page.goto('/')
  await expect(page).toHaveURL('/discover')
  await takenOver(page)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** From the public page to the door, and to /login. */
export async function signUp(page: Page, language: Language, { email, password }: Credentials): Promise<void> {
  const words = WORDS[language]
  await page.getByRole('banner').getByRole('link', { name: words.sign_up }).click()
  await expect(page).toHaveURL('/signup')
  await page.getByRole('textbox', { name: words.email, exact: true }).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: words.age }).check()
  // Success is said at once; whoever logs in before it is true is nobody yet.
  const answered = page.waitForResponse('**/api/users')
  await page.getByRole('button', { name: words.sign_up, exact: true }).click()
  await expect(said(page, words.signed_up)).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect((await answered).status()).toBe(201)
}

/** From a public page, or from /login, to the home page. */
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
  // The address is there before the page is: what is typed until then goes into the form.
  await expect(page.getByLabel(words.password, { exact: true })).toHaveCount(0)
}

/** Opens the menu and chooses in it. */
export async function goTo(page: Page, entry: string | RegExp): Promise<void> {
  // At a desk they lie over the button, and stay as long as the mouse is on them.
  await dismissToasts(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: entry }).click()
  await expect(menu).toHaveCount(0)
}

/** Nothing that the page asks for by itself is under way, or will be: it might arrive when the session is over. */
export async function settle(page: Page): Promise<void> {
  await withoutInbox(page)
  await page.route('**/api/admin/reports?*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await Promise.all((await page.requests()).map((request) => request.response()))
}

/** Out through the menu, to what visitors see. */
export async function logOut(page: Page, language: Language): Promise<void> {
  const words = WORDS[language]
  await settle(page)
  await dismissToasts(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: words.logout }).click()
  await expect(page).toHaveURL('/discover')
  await expect(page.getByRole('banner').getByRole('link', { name: words.log_in })).toBeVisible()
  expect(await storedToken(page)).toBeNull()
}
