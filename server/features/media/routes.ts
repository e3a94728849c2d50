import { endpoints } from '#contract/index.ts'
import { IMAGE_WIDTHS } from '#contract/media.ts'
import type { Context } from '#server/context.ts'
import { notFound, unauthenticated } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { isEmbeddedElsewhere } from '#server/http/security-headers.ts'
import type { MediaFile, VisibleMedia } from '#server/store/media.ts'
import { insertStaffMediaView } from '#server/store/staff/audit.ts'
import { deliver } from './deliver.ts'
import { findMedia } from './find-media.ts'
import { mediaJobs } from './jobs.ts'

const [, MIDDLE_WIDTH] = IMAGE_WIDTHS

export const media: Feature = { routes: mediaRoutes, jobs: mediaJobs }

function mediaRoutes(serve: Serve, ctx: Context): void {
  const isElsewhere = isEmbeddedElsewhere(ctx.config)

  serve(endpoints.get_media)(async ({ params, query, caller, answer, findViewer }) => {
    if (isElsewhere) answer.header('cross-origin-resource-policy', 'cross-origin')
    // Access is checked first; the rest of the request is not even read for anybody else.
    const has_token = caller.authorization !== undefined
    const viewer = has_token ? await findViewer() : undefined
    const media = await findMedia(ctx, params.name, { has_token, viewer })
    if (!media && has_token && !viewer) throw unauthenticated()
    const file = media && fileFor(media, query.w ?? MIDDLE_WIDTH)
    if (!file) throw notFound()
    if (media.reported_post_id !== null) await recordStaffMediaView(ctx, media, viewer)
    return await deliver(ctx, { media, file, caller, answer })
  })
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

/** The smallest file of at least this width, or the largest one. Small and animated pictures have fewer files. */
function fileFor({ files }: VisibleMedia, width: number): MediaFile | undefined {
  return files.find(({ name }) => Number.parseInt(name, 10) >= width) ?? files.at(-1)
}
