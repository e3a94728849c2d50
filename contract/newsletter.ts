import { Type } from 'typebox'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Honeypot, LinkToken, Nothing, oneOf } from './schemas.ts'

/** Versions of the consent text of the newsletter. A new text is a new version; old versions stay valid. */
const CONSENT_VERSIONS = ['2026-11'] as const
export const NEWSLETTER_CONSENT_VERSION: (typeof CONSENT_VERSIONS)[number] = '2026-11'

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
}
