import { LOCALE_PARAMETER, LOCALES } from '#contract/locales.ts'
import { paths } from '#contract/paths.ts'
import { PUBLIC_PATHS } from '#contract/public-paths.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { escapeHtml } from '#server/html.ts'

/** The files that the server generates for crawlers and scanners: robots.txt, the sitemap and security.txt. */

/** Disallows the API except for media, because crawlers that make link previews obey robots.txt and need the pictures. */
export function robotsText(origin: string): string {
  return `User-agent: *\nDisallow: /api/\nAllow: /api/media/\n\nSitemap: ${origin}/sitemap.xml\n`
}

/** The sitemap of the public pages, with alternates in every language. */
export function siteMap(origin: string): string {
  const address = (path: string, query = '') => escapeHtml(`${origin}${path}${query}`)
  const alternate = (language: string, href: string) =>
    `    <xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`
  const entry = (path: string, query: string) =>
    [
      '  <url>',
      `    <loc>${address(path, query)}</loc>`,
      ...LOCALES.map((locale) => alternate(locale, address(path, `?${LOCALE_PARAMETER}=${locale}`))),
      alternate('x-default', address(path)),
      '  </url>',
    ].join('\n')
  const queries = ['', ...LOCALES.map((locale) => `?${LOCALE_PARAMETER}=${locale}`)]
  const entries = PUBLIC_PATHS.flatMap((path) => queries.map((query) => entry(path, query)))
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}

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
