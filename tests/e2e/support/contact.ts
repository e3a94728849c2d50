import { expect, type Page } from '@playwright/test'
import type { contact } from '#contract/contact.ts'
import type { Output } from '#contract/endpoint.ts'

/** The contact form, in English. */

export const CONTACT = '/api/contact'
export const MESSAGE = { name: 'Amy Lenoir', email: 'amy@loge.test', message: 'Good evening,\nwhere is my seat?' }
export const SENT: Output<typeof contact.send_contact> = {}
export const THANKS = 'Thank you. Your message has reached us, and the answer will come by e-mail.'

export function field(page: Page, name: string) {
  return page.getByRole('main').getByRole('textbox', { name, exact: true })
}

export async function fillIn(page: Page, changes: Partial<typeof MESSAGE> = {}): Promise<void> {
  const { name, email, message } = { ...MESSAGE, ...changes }
  await field(page, 'Name').fill(name)
  await field(page, 'Email').fill(email)
  await field(page, 'Message').fill(message)
}

export async function expectFilledIn(page: Page): Promise<void> {
  await expect(field(page, 'Name')).toHaveValue(MESSAGE.name)
  await expect(field(page, 'Email')).toHaveValue(MESSAGE.email)
  await expect(field(page, 'Message')).toHaveValue(MESSAGE.message)
}

/** The contact messages that are sent from now on. */
export function watchMessages(page: Page): unknown[] {
  const messages: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') messages.push(request.postDataJSON())
  })
  return messages
}

export function acceptMessages(page: Page) {
  return page.route(`**${CONTACT}`, (route) => route.fulfill({ status: 201, json: SENT }))
}
