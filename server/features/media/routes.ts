import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { notFound, unauthenticated } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { isEmbeddedElsewhere } from '#server/http/security-headers.ts'
import type { VisibleMedia } from '#server/store/media.ts'
import { insertStaffMediaView } from '#server/store/staff/audit.ts'
import { deliver } from './deliver.ts'
import { fileFor, findMedia, MIDDLE_WIDTH } from './find-media.ts'
import { mediaJobs } from './jobs.ts'
import { lookUpMedia } from './media-lookup.ts'
import { shortDelivery } from './short-delivery.ts'

/** Short, because what is public may be protected a moment later. */
const PREVIEW_KEPT_SECONDS = 5 * 60

export const media: Feature = { routes: mediaRoutes, jobs: mediaJobs }

function mediaRoutes(serve: Serve, ctx: Context): void {
  const isElsewhere = isEmbeddedElsewhere(ctx.config)

  serve(endpoints.get_media, { shortcut: shortDelivery(ctx) })(
    async ({ params, query, caller, answer, findViewer }) => {
      if (isElsewhere) answer.header('cross-origin-resource-policy', 'cross-origin')
      // Access is checked first; the rest of the request is not even read for anybody else.
      const has_token = caller.authorization !== undefined
      const viewer = has_token ? await findViewer() : undefined
      const find = () => findMedia(ctx, params.name, { has_token, viewer })
      const media = await find()
      if (!media && has_token && !viewer) throw unauthenticated()
      const file = media && fileFor(media, query.w ?? MIDDLE_WIDTH)
      if (!file) throw notFound()
      // Mail programs load portraits too. What is protected stays with our own pages.
      if (media.is_public) answer.header('cross-origin-resource-policy', 'cross-origin')
      if (media.reported_post_id !== null) await recordStaffMediaView(ctx, media, viewer)
      const isStillOpen = async () => (await find()) !== undefined
      return await deliver(ctx, { media, file, viewer, caller, answer, isStillOpen })
    },
  )

  serve(endpoints.get_media_preview, { limit: 'media_preview' })(async ({ params, answer, caller, findViewer }) => {
    const viewer = caller.authorization !== undefined ? await findViewer() : undefined
    const bytes = await getPreview(ctx, params.id, viewer?.id ?? null)
    answer.header('content-type', 'image/jpeg')
    answer.header('content-disposition', 'inline')
    answer.header('cache-control', viewer ? 'private, no-store' : `public, max-age=${PREVIEW_KEPT_SECONDS}`)
    // Pages that show links to this one show the picture.
    answer.header('cross-origin-resource-policy', 'cross-origin')
    return bytes
  })
}

/**
 * A public picture as JPEG, for link previews. A session opens nothing more: protected pictures have no preview, for nobody.
 * But who is blocked gets none, as of everything else.
 */
async function getPreview(
  ctx: Pick<Context, 'db' | 'media' | 'now'>,
  id: string,
  viewer_id: string | null,
): Promise<Buffer> {
  const media = await lookUpMedia(ctx.db, { viewer: { id: viewer_id, is_staff: false }, id, now: ctx.now() })
  if (!media?.is_public || !media.content_type.startsWith('image/')) throw notFound()
  const bytes = await ctx.media.preview(media)
  if (!bytes) throw notFound()
  return bytes
}

/** Audit before the first byte: if the entry cannot be stored, the file is not sent. */
async function recordStaffMediaView(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id, owner_id, reported_post_id }: VisibleMedia,
  viewer: { id: string } | undefined,
): Promise<void> {
  if (!viewer || reported_post_id === null) throw notFound()
  const look = { staff_id: viewer.id, media_id: id, owner_id, post_id: reported_post_id, now: now() }
  await insertStaffMediaView(db, look)
}
