import { ASKED_WIDTHS } from '#contract/media.ts'
import { SECOND_MS } from '#contract/time.ts'
import { authenticateHeader, needsRotation } from '#server/http/authenticate.ts'
import type { ShortAnswer } from '#server/http/kept-answers.ts'
import { isEmbeddedElsewhere, securityHeaders } from '#server/http/security-headers.ts'
import type { Shortcut } from '#server/http/shortcuts.ts'
import { fileKey, VIDEO_ENDING } from '#server/media/media.ts'
import type { MediaFile, VisibleMedia } from '#server/store/media.ts'
import type { SessionViewer } from '#server/store/sessions.ts'
import { describeFile, etagOf } from './deliver.ts'
import { markFor, peekMarked } from './deliver-marked.ts'
import { fileFor, findMedia, MIDDLE_WIDTH } from './find-media.ts'

/**
 * How long a public picture may be repeated from memory to whoever comes without a session: by this process, or by nginx if it
 * stands in front (MEDIA_ACCEL). Browsers and proxies may do so for an hour; access ends to the second here.
 */
const REPEATED_MS = SECOND_MS

/** The only forms of a query that are short. */
const WIDTHS = new Map<string, number>([['', MIDDLE_WIDTH], ...ASKED_WIDTHS.map((w) => [`?w=${w}`, w] as const)])

/** Heads of files that do not change while the process runs; the key of a file stands in none. */
const HEADS_MAX = 5000
const NO_BYTES = Buffer.alloc(0)

type ShortContext = Parameters<typeof authenticateHeader>[0]

interface Found {
  media: VisibleMedia
  file: MediaFile
  viewer: SessionViewer | undefined
  /** The answer is the same for everybody who comes without a session. */
  isForEverybody: boolean
}

/**
 * The short way of a picture that is sent whole: the same look-ups and decisions as in `deliver`, one head for each file, and
 * the bytes from memory in the same write. Everything else takes the ordinary way.
 */
export function shortDelivery(ctx: ShortContext): Shortcut {
  const heads = new Map<string, readonly string[]>()
  const isElsewhere = isEmbeddedElsewhere(ctx.config)
  const { media_accel } = ctx.config
  // Only of answers with this header does nginx keep a copy; it takes it off.
  const repeatedByNginx = media_accel !== undefined && { 'x-accel-expires': String(REPEATED_MS / SECOND_MS) }

  function makeHead(media: VisibleMedia, headers: Record<string, string>): readonly string[] {
    return Object.entries({
      ...securityHeaders(ctx.config),
      ...((isElsewhere || media.is_public) && { 'cross-origin-resource-policy': 'cross-origin' }),
      ...describeFile(media, ctx.now()),
      ...headers,
    }).flat()
  }

  /** Headers are made once for each file and each audience, unless they depend on the time. */
  function headOf(media: VisibleMedia, key: string, describe: () => Record<string, string>): readonly string[] {
    if (media.ends_at !== null) return makeHead(media, describe())
    const name = `${media.is_public} ${key}`
    const known = heads.get(name)
    if (known) return known
    if (heads.size >= HEADS_MAX) heads.clear()
    const head = makeHead(media, describe())
    heads.set(name, head)
    return head
  }

  async function answerWith({
    media,
    file,
    viewer,
    isForEverybody,
  }: Found): Promise<Pick<ShortAnswer, 'head' | 'body'> | undefined> {
    const key = fileKey(media, file.name)
    const mark = markFor(media)
    if (mark) {
      // One that must be made takes the ordinary way, which knows how to wait and how to refuse.
      const body = viewer && peekMarked(ctx, { media, file, viewer, mark })
      if (!body) return undefined
      const etag = etagOf(key, { mark, viewer })
      return { head: makeHead(media, { etag, 'content-length': String(body.length) }), body }
    }
    // The bucket sends its public files itself.
    if (media.is_public && ctx.media.store.signAddress) return undefined
    const isLeftToNginx = media_accel !== undefined && !isForEverybody
    const body = isLeftToNginx ? undefined : await ctx.media.readSmall(key, file.bytes)
    if (body) {
      const describe = () => ({
        etag: etagOf(key, undefined),
        'content-length': String(body.length),
        ...repeatedByNginx,
      })
      return { head: headOf(media, key, describe), body }
    }
    if (media_accel === undefined) return undefined
    const redirect = () => ({ 'x-accel-redirect': `${media_accel}/${key}`, 'content-length': '0' })
    return { head: headOf(media, `${key} redirect`, redirect), body: NO_BYTES }
  }

  async function answer(
    name: string,
    width: number,
    authorization: string | undefined,
  ): Promise<ShortAnswer | undefined> {
    const has_token = authorization !== undefined
    const viewer = has_token ? await authenticateHeader(ctx, authorization) : undefined
    // A refused token, and one whose answer brings its successor.
    if (has_token && (!viewer || needsRotation(viewer, ctx.now()))) return undefined
    const media = await findMedia(ctx, name, { has_token, viewer })
    const file = media && fileFor(media, width)
    // Staff who judge a report leave a trace.
    if (!file || media.reported_post_id !== null) return undefined
    const isForEverybody = media.is_public && media.ends_at === null && !has_token
    const short = await answerWith({ media, file, viewer, isForEverybody })
    // What nginx repeats for a second is not repeated here as well.
    return short && { ...short, viewer, ...(isForEverybody && media_accel === undefined && { kept_ms: REPEATED_MS }) }
  }

  return ({ raw: { url = '', headers }, params }) => {
    const query_at = url.indexOf('?')
    const width = WIDTHS.get(query_at < 0 ? '' : url.slice(query_at))
    const { name } = params as { name: string }
    if (width === undefined || name.endsWith(VIDEO_ENDING)) return undefined
    return answer(name, width, headers.authorization)
  }
}
