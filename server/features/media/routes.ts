import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { endpoints } from '#contract/index.ts'
import { IMAGE_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Serve } from '#server/http/route.ts'
import { isEmbeddedElsewhere } from '#server/http/security-headers.ts'
import { fileKey } from '#server/media/media.ts'
import { findVisibleMedia, type MediaFile, type VisibleMedia } from '#server/store/media.ts'
import { hasTag, readRange, wantsPart } from './byte-ranges.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const [, MIDDLE_WIDTH] = IMAGE_WIDTHS

export function mediaRoutes(serve: Serve, ctx: Context): void {
  const { media_accel } = ctx.config
  const isElsewhere = isEmbeddedElsewhere(ctx.config)

  serve(endpoints.get_media)(async ({ params, query, caller, answer, findViewer }) => {
    if (isElsewhere) answer.header('cross-origin-resource-policy', 'cross-origin')
    // Who may see it comes first: nothing below is said to anybody else, not even that it is there.
    const viewer = caller.authorization === undefined ? undefined : await findViewer()
    const media = UUID.test(params.name)
      ? await findVisibleMedia(ctx.db, viewer?.id ?? null, params.name, ctx.now())
      : undefined
    if (!media && caller.authorization !== undefined && !viewer)
      throw new AppError('unauthenticated', 'You need to log in first')
    const file = media && fileFor(media, query.w ?? MIDDLE_WIDTH)
    if (!file) throw notFound()

    const key = fileKey(media, file.name)
    const etag = tagOf(key)
    const describe = (cache_control: string) => {
      answer.header('content-type', media.content_type)
      answer.header('content-disposition', 'inline')
      answer.header('accept-ranges', 'bytes')
      answer.header('cache-control', cache_control)
    }
    const cache_control = media.is_public ? 'public, max-age=3600' : 'private, no-store'

    if (media_accel !== undefined) {
      // nginx has tags of its own, and looks at the rest of the request itself.
      describe(cache_control)
      answer.header('x-accel-redirect', `${media_accel}/${key}`)
      return ''
    }
    if (hasTag(caller.headers.if_none_match, etag)) {
      answer.status(304)
      describe(cache_control)
      answer.header('etag', etag)
      return noBody()
    }
    if (caller.is_head) {
      describe(cache_control)
      answer.header('etag', etag)
      answer.header('content-length', String(file.bytes))
      return noBody()
    }
    if (media.is_public && ctx.media.store.signAddress) {
      const { url, max_age } = await ctx.media.store.signAddress(key, media.content_type)
      answer.status(302)
      answer.header('location', url)
      answer.header('cache-control', `public, max-age=${max_age}`)
      return ''
    }
    const range = wantsPart(caller.headers.if_range, etag) ? readRange(caller.headers.range, file.bytes) : undefined
    if (range === 'unsatisfiable') {
      answer.status(416)
      answer.header('content-range', `bytes */${file.bytes}`)
      return { error: 'The file has no such part' }
    }
    const bytes = await ctx.media.read(key, file.bytes, range)
    if (!bytes) throw notFound()
    describe(cache_control)
    answer.header('etag', etag)
    answer.header('content-length', String(range ? range.end - range.start + 1 : file.bytes))
    if (range) {
      answer.status(206)
      answer.header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
    }
    return bytes
  })
}

/** The smallest file that was drawn for this width or a greater one. A small picture, or one that moves, has fewer. */
function fileFor({ files }: VisibleMedia, width: number): MediaFile | undefined {
  return files.find(({ name }) => Number.parseInt(name, 10) >= width) ?? files.at(-1)
}

/** An empty text would be measured, and the length is that of what is not sent. */
function noBody(): Readable {
  return Readable.from([])
}

/** What lies under a key never changes; a hash, since where it lies is nobody's business. */
function tagOf(key: string): string {
  return `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
}
