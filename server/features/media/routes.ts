import { endpoints } from '#contract/index.ts'
import { IMAGE_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Serve } from '#server/http/route.ts'
import { fileKey } from '#server/media/media.ts'
import { findVisibleMedia } from '#server/store/media.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const [, MIDDLE_WIDTH] = IMAGE_WIDTHS

export function mediaRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_media)(async ({ params, query, caller, answer, findViewer }) => {
    if (!UUID.test(params.name)) throw notFound()
    const viewer = caller.authorization === undefined ? undefined : await findViewer()
    const media = await findVisibleMedia(ctx.db, viewer?.id ?? null, params.name, ctx.now())
    if (!media && caller.authorization !== undefined && !viewer)
      throw new AppError('unauthenticated', 'You need to log in first')
    const wanted = query.w ?? MIDDLE_WIDTH
    const file = media?.files.find(({ width }) => width >= wanted) ?? media?.files.at(-1)
    if (!media || !file) throw notFound()
    const stream = await ctx.media.store.read(fileKey(media, file.name))
    if (!stream) throw notFound()
    answer.header('content-type', media.content_type)
    answer.header('content-length', String(file.bytes))
    answer.header('cache-control', media.is_public ? 'public, max-age=3600' : 'private, no-store')
    return stream
  })
}
