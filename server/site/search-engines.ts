import { LOCALE_PARAMETER, LOCALES } from '#contract/locales.ts'
import { PUBLIC_PATHS } from '#contract/paths.ts'
import { escapeHtml } from '#server/html.ts'

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
