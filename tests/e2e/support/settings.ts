import type { Page } from '@playwright/test'
import { noisePicture } from '#tests/support/pictures.ts'

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
