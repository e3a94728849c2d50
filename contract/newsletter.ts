import { type Static, Type } from 'typebox'
import { Email, Locale } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Honeypot, Id, IdParams, LinkToken, Nothing, nullable, oneOf, Time, TimeCursor } from './schemas.ts'

/** Versions of the consent text of the newsletter. A new text is a new version; old versions stay valid. */
const CONSENT_VERSIONS = ['2026-11'] as const
export const NEWSLETTER_CONSENT_VERSION: (typeof CONSENT_VERSIONS)[number] = '2026-11'

export const NEWSLETTER_STATES = ['confirmed', 'unconfirmed'] as const

/** An address as admins see it. */
export const NewsletterAddress = Type.Object({
  id: Id,
  email: Type.String(),
  /** The language of the page where it was typed, and of the mails that go there. */
  locale: Locale,
  is_interested_in_creating: Type.Boolean(),
  created_at: Time,
  /** When its owner followed the link in the mail; null until then. */
  confirmed_at: nullable(Time),
})

export const newsletter = {
  join_newsletter: endpoint({
    method: 'POST',
    path: '/newsletter',
    access: 'public',
    summary: 'Ask for early access',
    body: Type.Object({
      email: Email,
      isInterestedInCreating: Type.Optional(Type.Boolean()),
      /** The version of the consent text; the newest by default. */
      consent_version: Type.Optional(oneOf(CONSENT_VERSIONS)),
      website: Honeypot,
    }),
    response: Nothing,
  }),
  confirm_newsletter: endpoint({
    method: 'POST',
    path: '/newsletter/confirm',
    access: 'public',
    summary: 'Confirm an address with the token of the link that was sent there',
    body: LinkToken,
    response: Nothing,
  }),
  leave_newsletter: endpoint({
    method: 'POST',
    path: '/newsletter/unsubscribe',
    access: 'public',
    summary:
      'Take an address off the list, with the token of any mail that went there; mail programs do it with one click',
    query: LinkToken,
    ignores_body: true,
    response: Nothing,
  }),
  open_leave_newsletter: endpoint({
    method: 'GET',
    path: '/newsletter/unsubscribe',
    access: 'public',
    summary:
      'The same address, opened by a mail program that knows no one-click: leads to the page, and changes nothing',
    query: LinkToken,
    also: { 302: 'To the page with the button' },
    response: Nothing,
  }),
  list_newsletter: endpoint({
    method: 'GET',
    path: '/admin/newsletter',
    access: 'admin',
    summary: 'Addresses for early access, newest first; `format=csv` answers text/csv with all that are confirmed',
    query: Type.Object({
      /** Empty or absent means every state. A file has the confirmed addresses in any case. */
      state: Type.Optional(oneOf([...NEWSLETTER_STATES, ''])),
      /** A part of the address. */
      q: Type.Optional(Type.String({ maxLength: 200 })),
      cursor: Type.Optional(TimeCursor),
      format: Type.Optional(oneOf(['json', 'csv'])),
    }),
    response: Type.Array(NewsletterAddress),
    produces: ['application/json', 'text/csv'],
  }),
  erase_newsletter_address: endpoint({
    method: 'DELETE',
    path: '/admin/newsletter/{id}',
    access: 'admin',
    summary: 'Erase an address for good, with the proof of its consent, at the request of its owner',
    params: IdParams,
    response: Nothing,
  }),
}

export type NewsletterAddress = Static<typeof NewsletterAddress>
export type NewsletterState = (typeof NEWSLETTER_STATES)[number]
