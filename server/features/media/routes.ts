import { endpoints } from '#contract/index.ts'
import { IMAGE_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Serve } from '#server/http/route.ts'
import { isEmbeddedElsewhere } from '#server/http/security-headers.ts'
import { findVisibleMedia, type MediaFile, type VisibleMedia } from '#server/store/media.ts'
import { deliver } from './deliver.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const [, MIDDLE_WIDTH] = IMAGE_WIDTHS

export function mediaRoutes(serve: Serve, ctx: Context): void {
  const isElsewhere = isEmbeddedElsewhere(ctx.config)

  serve(endpoints.get_media)(async ({ params, query, caller, answer, findViewer }) => {
    if (isElsewhere) answer.header('cross-origin-resource-policy', 'cross-origin')
    // Who may see it comes first: whatever else was asked is not even looked at for anybody else.
    const viewer = caller.authorization === undefined ? undefined : await findViewer()
    const media = UUID.test(params.name)
      ? await findVisibleMedia(ctx.db, viewer?.id ?? null, params.name, ctx.now())
      : undefined
    if (!media && caller.authorization !== undefined && !viewer)
      throw new AppError('unauthenticated', 'You need to log in first')
    const file = media && fileFor(media, query.w ?? MIDDLE_WIDTH)
    if (!file) throw notFound()
    return await deliver(ctx, { media, file, caller, answer })
  })
}

/** The smallest file that was drawn for this width or a greater one. A small picture, or one that moves, has fewer. */
function fileFor({ files }: VisibleMedia, width: number): MediaFile | undefined {
  return files.find(({ name }) => Number.parseInt(name, 10) >= width) ?? files.at(-1)
}
