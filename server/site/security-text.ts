import { LOCALES } from '#contract/locales.ts'
import { paths } from '#contract/paths.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'

export const SECURITY_TEXT_PATH = '/.well-known/security.txt'

/** The standard recommends less than a year. */
const VALID_DAYS = 180

/** security.txt (RFC 9116): the contact for vulnerability reports. */
export function securityText({ config, origin, now }: Pick<Context, 'config' | 'origin' | 'now'>): string {
  const expires = new Date(now().getTime() + VALID_DAYS * DAY_MS)
  const contact = config.security_contact ?? config.contact_email ?? origin() + paths.contact_us
  return [
    `Contact: ${linkTo(contact)}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LOCALES.join(', ')}`,
    `Canonical: ${origin()}${SECURITY_TEXT_PATH}`,
    '',
  ].join('\n')
}

function linkTo(contact: string): string {
  if (/^https?:/i.test(contact)) return contact
  return `mailto:${contact.split('@').map(encodeURIComponent).join('@')}`
}
