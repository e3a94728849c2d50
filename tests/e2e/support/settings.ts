import type { Page } from '@playwright/test'
import { noisePicture } from '#tests/support/files/pictures.ts'
import type { People, Person } from './people.ts'

/** The fields of the settings, in English. */

/** The body of a response with status 500. */
export const SERVER_ERROR = { error: 'No', code: 'internal' }

export function username(page: Page) {
  return page.getByRole('textbox', { name: 'Username', exact: true })
}

export function bio(page: Page) {
  return page.getByRole('textbox', { name: 'Bio', exact: true })
}

export function price(page: Page, time: string) {
  return page.getByRole('spinbutton', { name: time, exact: true })
}

export function shareLink(page: Page) {
  return page.getByRole('textbox', { name: 'Link to your page' })
}

export async function choosePicture(page: Page, name = 'amy.jpg', mimeType = 'image/jpeg'): Promise<void> {
  const buffer = await noisePicture({ width: 64, height: 80 })
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
}

/** A new creator who is signed in and has opened the settings. */
export async function openSettings(page: Page, people: People, profile: { bio?: string } = {}): Promise<Person> {
  const creator = await people.creator(profile)
  await people.signedIn(page, creator)
  await page.goto('/settings')
  return creator
}
