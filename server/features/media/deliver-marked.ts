import type { Context } from '#server/context.ts'
import { AppError, notFound, unauthenticated } from '#server/errors.ts'
import type { MarkedFile, ShownTo } from '#server/media/marks/marked-pictures.ts'
import { findOrMakeViewerMark, insertServing } from '#server/store/marks.ts'
import type { MediaFile, VisibleMedia } from '#server/store/media.ts'
import type { MarkStyle } from '#server/store/picture-marks.ts'

type MarkingContext = Pick<Context, 'db' | 'log' | 'media' | 'now'>

interface Shown {
  media: VisibleMedia
  file: MediaFile
  viewer: { id: string; username: string }
  mark: MarkStyle
}

interface Asked extends Shown {
  /** Whether the viewer may still see the picture. */
  isStillOpen: () => Promise<boolean>
}

/** How a picture has to be marked for this viewer. Animated pictures and videos carry no mark. */
export function markFor({ mark, content_type, files }: VisibleMedia): MarkStyle | undefined {
  // An animation has one file only, of the middle width.
  const isStill = content_type.startsWith('image/') && files[0]?.name === '480.webp'
  return mark !== null && isStill ? mark : undefined
}

/**
 * A picture with the mark of its viewer. Who is shown it is written down before the bytes are sent. While too many are being
 * made, or none can be made, the answer is 503, and never the picture without its mark.
 */
export async function readMarked(ctx: MarkingContext, shown: Asked): Promise<Buffer> {
  try {
    return await makeMarked(ctx, shown)
  } catch (cause) {
    // `invalid` is what a worker that was ended says of an upload. This picture was accepted long ago.
    if (cause instanceof AppError && cause.code !== 'invalid') throw cause
    ctx.log.error({ err: cause }, 'a picture could not be marked')
    throw new AppError('unavailable', 'This picture cannot be prepared right now')
  }
}

async function makeMarked(ctx: MarkingContext, shown: Asked): Promise<Buffer> {
  const { media, viewer, isStillOpen } = shown
  let mark_id = ''
  const findKey = async () => {
    const known = await findOrMakeViewerMark(ctx.db, viewer.id, ctx.now())
    if (!known) throw unauthenticated()
    mark_id = known.id
    return known.key
  }
  const { store_key, owner_id } = media
  const bytes = await ctx.media.marked(...describeShown(ctx, shown), {
    findKey,
    record: async (thumbnail) => {
      // The picture may have waited for its turn for half a minute.
      if (!(await isStillOpen())) throw notFound()
      await insertServing(ctx.db, { store_key, owner_id, mark_id, thumbnail }, ctx.now())
    },
  })
  if (!bytes) throw notFound()
  return bytes
}

/** The marked picture if it is in memory. */
export function peekMarked(ctx: Pick<Context, 'media' | 'now'>, shown: Shown): Buffer | undefined {
  return ctx.media.peekMarked(...describeShown(ctx, shown))
}

function describeShown({ now }: Pick<Context, 'now'>, shown: Shown): [MarkedFile, ShownTo] {
  const { media, file, viewer, mark } = shown
  const { store_key, files } = media
  const [smallest = file] = files
  return [
    { store_key, name: file.name, smallest },
    { viewer_id: viewer.id, username: viewer.username, style: mark, day: now().toISOString().slice(0, 10) },
  ]
}
