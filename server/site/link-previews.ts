import { type Locale, USERNAME_MAX, USERNAME_PATTERN } from '#contract/accounts.ts'
import { IMAGE_WIDTHS } from '#contract/media.ts'
import { paths } from '#contract/paths.ts'
import { isReservedUsername } from '#contract/reserved-usernames.ts'
import type { Context } from '#server/context.ts'
import { escapeHtml, languageTags, metaTag } from '#server/html.ts'
import { mediaPath } from '#server/media/media.ts'
import { findLinkPreview, type LinkPreview } from '#server/store/creators/creator-previews.ts'

const [, PICTURE_WIDTH] = IMAGE_WIDTHS
const DESCRIPTION_LENGTH = 200
/** After this timeout the page is sent without a preview. */
const TIMEOUT_MS = 1500

const ABOUT: Record<Locale, (name: string) => string> = {
  en: (name) => `${name} publishes pictures and stories on Loge.`,
  fr: (name) => `${name} publie des photos et des stories sur Loge.`,
}

const USERNAME = new RegExp(USERNAME_PATTERN)
const CREATOR_PREFIX = paths.creator_alias.replace(':profile_name', '')

/** The username in the path of a creator's page. */
export function usernameIn(pathname: string): string | undefined {
  const isAlias = pathname.startsWith(CREATOR_PREFIX)
  const name = pathname.slice(isAlias ? CREATOR_PREFIX.length : 1).replace(/\/$/, '')
  const isName = name.length <= USERNAME_MAX && USERNAME.test(name)
  return isName && (isAlias || !isReservedUsername(name)) ? name : undefined
}

/** The meta tags of a creator's page, for link previews. Undefined for other pages, and if the database is unavailable. */
export async function creatorHead(
  ctx: Pick<Context, 'config' | 'db' | 'origin' | 'log'>,
  pathname: string,
  locale: Locale,
): Promise<string | undefined> {
  const username = usernameIn(pathname)
  if (username === undefined) return undefined
  const timeout = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => timeout.resolve(undefined), TIMEOUT_MS)
  const preview = findLinkPreview(ctx.db, username).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'a link preview could not be loaded: the page is sent without it')
    return undefined
  })
  const found = await Promise.race([preview, timeout.promise])
  clearTimeout(timer)
  return found && writeHead(found, locale, ctx.origin(), ctx.config.web.api_host)
}

function writeHead(preview: LinkPreview, locale: Locale, origin: string, api_host: string): string {
  const { username, bio } = preview
  const address = `${origin}/${username}`
  const description = shorten(bio) || ABOUT[locale](username)
  return [
    `<title>${escapeHtml(username)} · Loge</title>`,
    metaTag('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    metaTag('property', 'og:site_name', 'Loge'),
    metaTag('property', 'og:type', 'profile'),
    metaTag('property', 'profile:username', username),
    metaTag('property', 'og:title', username),
    metaTag('property', 'og:description', description),
    metaTag('property', 'og:url', address),
    ...languageTags(locale),
    ...pictureOf(preview, locale, origin, api_host).map(([name, content]) => metaTag('property', name, content)),
    metaTag('name', 'twitter:card', 'summary'),
  ].join('\n    ')
}

/** The creator's portrait, which is public, or the default picture of the product. */
function pictureOf(
  { picture_id, files, username }: LinkPreview,
  locale: Locale,
  origin: string,
  api_host: string,
): [string, string][] {
  const file = files?.find(({ width }) => width >= PICTURE_WIDTH) ?? files?.at(-1)
  const path = mediaPath(picture_id)
  if (!file || !path) return [['og:image', `${origin}/og-${locale}.jpg`]]
  return [
    ['og:image', `${new URL(api_host, origin).href.replace(/\/$/, '')}${path}?w=${PICTURE_WIDTH}`],
    ['og:image:type', 'image/webp'],
    ['og:image:width', String(file.width)],
    ['og:image:height', String(file.height)],
    ['og:image:alt', username],
  ]
}

/** Collapses white space and truncates, between two words if possible. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= DESCRIPTION_LENGTH) return line
  const cut = characters.slice(0, DESCRIPTION_LENGTH - 1).join('')
  return `${cut.replace(/ [^ ]{0,30}$/, '')}…`
}
