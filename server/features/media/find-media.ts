import { IMAGE_WIDTHS } from '#contract/media.ts'
import { UUID_PATTERN } from '#contract/schemas.ts'
import { isStaff } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { VIDEO_ENDING } from '#server/media/media.ts'
import { type SignedUrl, verifySignedUrl } from '#server/media/signed-urls.ts'
import type { MediaFile, VisibleMedia } from '#server/store/media.ts'
import { findSessionUser, type SessionViewer } from '#server/store/sessions.ts'
import { lookUpMedia } from './media-lookup.ts'

const UUID = new RegExp(`^${UUID_PATTERN}$`)

/** The caller, if they sent a token. */
interface Asker {
  has_token: boolean
  viewer: Pick<SessionViewer, 'id' | 'role' | 'session_id'> | undefined
}

/**
 * Finds the media of a name in a path: a picture by id, a video by id or by signed URL. A signed URL only identifies
 * the caller and the file; session, subscription and expiry are checked as for everybody else.
 */
export async function findMedia(
  ctx: Pick<Context, 'db' | 'now' | 'secret'>,
  name: string,
  asker: Asker,
): Promise<VisibleMedia | undefined> {
  const isVideo = name.endsWith(VIDEO_ENDING)
  const key = isVideo ? name.slice(0, -VIDEO_ENDING.length) : name
  const now = ctx.now()
  const signed = isVideo ? verifySignedUrl(ctx.secret, 'media', key, now) : undefined
  if (!signed && !UUID.test(key)) return undefined
  const viewer_id = signed ? await holderOf(ctx, signed, asker, now) : asker.viewer?.id
  if (signed && !viewer_id) return undefined
  // Signed URLs are for videos, and only pictures can be reported.
  const is_staff = !signed && asker.viewer !== undefined && isStaff(asker.viewer)
  const media = await lookUpMedia(ctx.db, { viewer: { id: viewer_id ?? null, is_staff }, id: signed?.id ?? key, now })
  return media && media.content_type.startsWith('video/') === isVideo ? media : undefined
}

/** What is served if no width is asked for. */
export const [, MIDDLE_WIDTH] = IMAGE_WIDTHS

/** The smallest file of at least this width, or the largest one. Small and animated pictures have fewer files. */
export function fileFor({ files }: VisibleMedia, width: number): MediaFile | undefined {
  return files.find(({ name }) => Number.parseInt(name, 10) >= width) ?? files.at(-1)
}

/** The user of a signed URL, while the session is valid. If there is a token too, it must belong to the same session. */
async function holderOf(
  ctx: Pick<Context, 'db'>,
  { session_id }: SignedUrl,
  { has_token, viewer }: Asker,
  now: Date,
): Promise<string | undefined> {
  if (has_token && viewer?.session_id !== session_id) return undefined
  return await findSessionUser(ctx.db, session_id, now)
}
