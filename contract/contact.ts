import { Type } from 'typebox'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Honeypot, Nothing, visibleText } from './schemas.ts'

export const CONTACT_NAME_MAX = 200
export const CONTACT_MESSAGE_MAX = 5000

export const contact = {
  send_contact: endpoint({
    method: 'POST',
    path: '/contact',
    access: 'public',
    summary: 'Write to the people behind the product',
    body: Type.Object({
      name: visibleText(CONTACT_NAME_MAX),
      email: Email,
      message: visibleText(CONTACT_MESSAGE_MAX),
      website: Honeypot,
    }),
    status: 201,
    response: Nothing,
  }),
}
