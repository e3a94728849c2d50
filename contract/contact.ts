import { type Static, Type } from 'typebox'
import { Email, Locale } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Honeypot, Id, IdParams, Nothing, nullable, oneOf, Time, visibleText } from './schemas.ts'

export const CONTACT_NAME_MAX = 200
export const CONTACT_MESSAGE_MAX = 5000

export const CONTACT_STATES = ['open', 'answered'] as const

/** A message as admins read it. */
export const ContactMessage = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  message: Type.String(),
  /** The language of the page that it was written on. */
  locale: Locale,
  created_at: Time,
  /** When an admin marked it as answered; null while it is open. */
  answered_at: nullable(Time),
})

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
  list_contact_messages: endpoint({
    method: 'GET',
    path: '/admin/contact_messages',
    access: 'admin',
    summary: 'Messages of the contact form, newest first; `format=csv` answers text/csv with all of them',
    query: Type.Object({
      /** Empty or absent means every state. */
      state: Type.Optional(oneOf([...CONTACT_STATES, ''])),
      /** Words of the name, the address or the message; all of them must occur. */
      q: Type.Optional(Type.String({ maxLength: 200 })),
      cursor: Type.Optional(Id),
      format: Type.Optional(oneOf(['json', 'csv'])),
    }),
    response: Type.Array(ContactMessage),
    produces: ['application/json', 'text/csv'],
  }),
  update_contact_message: endpoint({
    method: 'PUT',
    path: '/admin/contact_messages/{id}',
    access: 'admin',
    summary: 'Mark a message as answered, or as open again; nothing is sent',
    params: IdParams,
    body: Type.Object({ answered: Type.Boolean() }),
    response: ContactMessage,
  }),
  erase_contact_message: endpoint({
    method: 'DELETE',
    path: '/admin/contact_messages/{id}',
    access: 'admin',
    summary: 'Erase a message for good, at the request of its writer',
    params: IdParams,
    response: Nothing,
  }),
}

export type ContactMessage = Static<typeof ContactMessage>
export type ContactState = (typeof CONTACT_STATES)[number]
