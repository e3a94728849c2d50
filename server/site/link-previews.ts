import { type Locale, USERNAME_MAX, USERNAME_PATTERN } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { isReservedUsername } from '#contract/reserved-usernames.ts'
import { UUID_PATTERN } from '#contract/schemas.ts'
import { isSitePath } from '#contract/site-paths.ts'
import type { Context } from '#server/context.ts'
import { escapeHtml, languageTags, metaTag } from '#server/html.ts'
import { mediaPath } from '#server/media/media.ts'
import { previewSize, previewSource } from '#server/media/pictures/preview-size.ts'
import { findLinkPreview, type LinkPreview } from '#server/store/creators/creator-previews.ts'

const DESCRIPTION_LENGTH = 200
/** After this timeout the page is sent without a preview. */
const TIMEOUT_MS = 1500

const ABOUT: Record<Locale, (name: string) => string> = {
  en: (name) => `${name} publishes pictures and stories on Loge.`,
  fr: (name) => `${name} publie des photos et des stories sur Loge.`,
}

const POST_TITLE: Record<Locale, (name: string) => string> = {
  en: (name) => `A post by ${name}`,
  fr: (name) => `Une publication de ${name}`,
}

/** The lightbox of the app opens the post that this parameter names. */
const POST_PARAMETER = 'post'
const UUID = new RegExp(`^${UUID_PATTERN}$`)
const USERNAME = new RegExp(USERNAME_PATTERN)
const CREATOR_PREFIX = paths.creator_alias.replace(':profile_name', '')

/** The username in the path of a creator's page. */
export function usernameIn(pathname: string): string | undefined {
  const isAlias = pathname.startsWith(CREATOR_PREFIX)
  const name = pathname.slice(isAlias ? CREATOR_PREFIX.length : 1).replace(/\/$/, '')
  const isName = name.length <= USERNAME_MAX && USERNAME.test(name)
  return isName && (isAlias || !isReservedUsername(name)) ? name : undefined
}

/** What a page is: its meta tags, for the page of a creator, and whether there is anything at its address. */
interface PageHead {
  head?: string
  is_missing: boolean
}

/**
 * The meta tags of a creator's page, for link previews, and whether the address leads anywhere. While the database is
 * unavailable every page is sent without a preview, as if it existed.
 */
export async function headOf(
  ctx: Pick<Context, 'config' | 'db' | 'origin' | 'log'>,
  { pathname, query, locale }: { pathname: string; query: URLSearchParams; locale: Locale },
): Promise<PageHead> {
  const username = usernameIn(pathname)
  if (username === undefined) return { is_missing: !isSitePath(pathname) && !isReservedPath(pathname) }
  const timeout = Promise.withResolvers<'unknown'>()
  const timer = setTimeout(() => timeout.resolve('unknown'), TIMEOUT_MS)
  const preview = findLinkPreview(ctx.db, username, postIn(query)).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'a link preview could not be loaded: the page is sent without it')
    return 'unknown' as const
  })
  const found = await Promise.race([preview, timeout.promise])
  clearTimeout(timer)
  if (found === 'unknown') return { is_missing: false }
  if (found === undefined) return { is_missing: true }
  return { head: writeHead(found, locale, ctx.origin(), ctx.config.web.api_host), is_missing: false }
}

/** A path of one segment that nobody can be called, such as `/api` or `/creator`. The app redirects from it. */
function isReservedPath(pathname: string): boolean {
  return isReservedUsername(pathname.replaceAll(/^\/|\/$/g, ''))
}

/** The id of the post that a link opens over the page of its author. */
function postIn(query: URLSearchParams): string | null {
  const id = query.get(POST_PARAMETER)
  return id !== null && UUID.test(id) ? id : null
}

function writeHead(preview: LinkPreview, locale: Locale, origin: string, api_host: string): string {
  const { username, bio, post } = preview
  const address = `${origin}/${username}${post ? `?${POST_PARAMETER}=${post.id}` : ''}`
  const description = shorten(post?.description ?? '') || shorten(bio) || ABOUT[locale](username)
  return [
    `<title>${escapeHtml(username)} · Loge</title>`,
    metaTag('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    metaTag('property', 'og:site_name', 'Loge'),
    metaTag('property', 'og:type', post ? 'article' : 'profile'),
    ...(post ? [] : [metaTag('property', 'profile:username', username)]),
    metaTag('property', 'og:title', post ? POST_TITLE[locale](username) : username),
    metaTag('property', 'og:description', description),
    metaTag('property', 'og:url', address),
    ...languageTags(locale),
    ...pictureOf(preview, locale, origin, api_host).map(([name, content]) => metaTag('property', name, content)),
    metaTag('name', 'twitter:card', post ? 'summary_large_image' : 'summary'),
  ].join('\n    ')
}

/** The picture of the post, or the creator's portrait, both of which are public, or the default picture of the product. */
function pictureOf(preview: LinkPreview, locale: Locale, origin: string, api_host: string): [string, string][] {
  const { username, post } = preview
  const file = previewSource((post ?? preview).files ?? [])
  const path = mediaPath(post ? post.media_id : preview.picture_id)
  if (!file || !path) return [['og:image', `${origin}/og-${locale}.jpg`]]
  const { width, height } = previewSize(file)
  return [
    ['og:image', `${new URL(api_host, origin).href.replace(/\/$/, '')}${path}/preview.jpg`],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', String(width)],
    ['og:image:height', String(height)],
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
