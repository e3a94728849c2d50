import type { Page } from '@playwright/test'
import { TOKEN_STORAGE_KEY } from '#web/lib/session.ts'
import { button } from './page.ts'
import type { Credentials } from './people.ts'

/** The sign-in pages, in English. */

export function emailField(page: Page) {
  return page.getByRole('textbox', { name: 'Email', exact: true })
}

export function passwordField(page: Page, name = 'Password') {
  return page.getByLabel(name, { exact: true })
}

export async function logIn(page: Page, { email, password }: Credentials): Promise<void> {
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
  await button(page, 'Log in').click()
}

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)
}
