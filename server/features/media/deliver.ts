import { Readable } from 'node:stream'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import type { Caller } from '#server/http/caller.ts'
import { hasTag, tagOf } from '#server/http/entity-tag.ts'
import type { Answer } from '#server/http/route.ts'
import { fileKey } from '#server/media/media.ts'
import type { ByteRange } from '#server/media/store/store.ts'
import type { MediaFile, VisibleMedia } from '#server/store/media.ts'
import type { MarkStyle } from '#server/store/picture-marks.ts'
import { matchesIfRange, readRange } from './byte-ranges.ts'
import { markFor, readMarked } from './deliver-marked.ts'

const PUBLIC_KEPT_SECONDS = 60 * 60

interface Delivery {
  media: VisibleMedia
  file: MediaFile
  viewer: { id: string; username: string } | undefined
  caller: Caller
  answer: Answer
  /** Whether the viewer may still see the file, asked after work that takes a while. */
  isStillOpen: () => Promise<boolean>
}

/** Sends a file to a viewer who may see it: from here, as a range, by nginx, or by a redirect to the bucket. */
export async function deliver(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'media' | 'now'>,
  { media, file, viewer, caller, answer, isStillOpen }: Delivery,
): Promise<Buffer | Readable | string | { error: string }> {
  const key = fileKey(media, file.name)
  const mark = markFor(media)
  if (mark && !viewer) throw notFound()
  const etag = etagOf(key, mark && viewer && { mark, viewer })
  const describe = (headers: Record<string, string>) => {
    const all = { ...describeFile(media, ctx.now()), ...headers }
    for (const [name, value] of Object.entries(all)) answer.header(name, value)
  }

  // Neither nginx nor the bucket has the picture with its mark.
  if (ctx.config.media_accel !== undefined && !mark) {
    // nginx sets its own entity tag and handles ranges and conditions itself.
    describe({ 'x-accel-redirect': `${ctx.config.media_accel}/${key}` })
    return ''
  }
  if (hasTag(caller.headers.if_none_match, etag)) {
    answer.status(304)
    describe({ etag })
    return noBody()
  }
  const marked = mark && viewer && (await readMarked(ctx, { media, file, viewer, mark, isStillOpen }))
  const size = marked?.length ?? file.bytes
  if (caller.is_head) {
    describe({ etag, 'content-length': String(size) })
    return noBody()
  }
  // A signed URL of the bucket could outlive a story, so stories are sent from here.
  if (media.is_public && media.ends_at === null && ctx.media.store.signAddress) {
    const { url, max_age } = await ctx.media.store.signAddress(key, media.content_type)
    answer.status(302)
    answer.header('location', url)
    answer.header('cache-control', `public, max-age=${max_age}`)
    return ''
  }
  const range = matchesIfRange(caller.headers.if_range, etag) ? readRange(caller.headers.range, size) : undefined
  if (range === 'unsatisfiable') {
    answer.status(416)
    answer.header('content-range', `bytes */${size}`)
    return { error: 'The file has no such part' }
  }
  const bytes = marked ? partOf(marked, range) : await ctx.media.read(key, file.bytes, range)
  if (!bytes) throw notFound()
  if (!range) {
    describe({ etag, 'content-length': String(size) })
    return bytes
  }
  const { start, end } = range
  answer.status(206)
  describe({ etag, 'content-length': String(end - start + 1), 'content-range': `bytes ${start}-${end}/${size}` })
  return bytes
}

/** The headers of every answer with a file or about one. */
export function describeFile(media: VisibleMedia, now: Date): Record<string, string> {
  return {
    'content-type': media.content_type,
    'content-disposition': 'inline',
    'accept-ranges': 'bytes',
    'cache-control': media.is_public ? `public, max-age=${keptSeconds(media, now)}` : 'private, no-store',
  }
}

/** A stored file never changes. The tag is a hash, so that it does not reveal the key. */
export function etagOf(
  key: string,
  marked: { mark: MarkStyle; viewer: { id: string; username: string } } | undefined,
): string {
  const parts = marked ? [key, marked.viewer.id, marked.mark, marked.viewer.username] : [key]
  return `"${tagOf(parts.join(' '))}"`
}

function partOf(bytes: Buffer, range: ByteRange | undefined): Buffer {
  return range ? bytes.subarray(range.start, range.end + 1) : bytes
}

/** An hour, but not longer than the story lasts. */
function keptSeconds({ ends_at }: VisibleMedia, now: Date): number {
  const left = ends_at ? Math.floor((ends_at.getTime() - now.getTime()) / 1000) : PUBLIC_KEPT_SECONDS
  return Math.min(PUBLIC_KEPT_SECONDS, left)
}

/** An empty stream: for an empty string the framework would replace the content-length header. */
function noBody(): Readable {
  return Readable.from([])
}
