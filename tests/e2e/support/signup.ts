import { expect, type Page } from '@playwright/test'
import { hold } from './feed.ts'
import { emailField, passwordField } from './sign-in.ts'

/** The sign-up page, in English. */

export const SIGN_UP = '/api/users'
export const PASSWORD = 'red-velvet-seat'

export function ageBox(page: Page) {
  return page.getByRole('checkbox', { name: 'I am at least 18 years old' })
}

/** Follows the link on the sign-in page. Its fields have the same names, so the sign-up page must be rendered first. */
export async function goToSignUp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(ageBox(page)).toBeVisible()
}

export async function fillSignUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
}

/** Delays the sign-up requests until `release` is called. */
export async function holdSignUp(page: Page): Promise<{ release: () => Promise<void> }> {
  return await hold(page, `**${SIGN_UP}`)
}
