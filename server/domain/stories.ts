import type { Story } from '#contract/stories.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { mediaPath, VIDEO_ENDING } from '#server/media/media.ts'
import { signUrl } from '#server/media/signed-urls.ts'
import type { SessionViewer } from '#server/store/sessions.ts'
import { listStories as listStoredStories, type StoriesOf, type StoryRow } from '#server/store/story-lists.ts'
import { readStrip } from './read-strip.ts'

interface StoryContext extends Pick<Context, 'now' | 'secret'> {
  db: Queryable
}

/** The stories of one creator, or one story, as this viewer may see them. */
export async function listStories(ctx: StoryContext, viewer: SessionViewer, of: StoriesOf): Promise<Story[]> {
  const now = ctx.now()
  return present(ctx, viewer, await listStoredStories(ctx.db, viewer.id, now, of), now)
}

/** The strip of stories of all creators whom this viewer has not muted. */
export async function listStrip(ctx: StoryContext, viewer: SessionViewer): Promise<Story[]> {
  const now = ctx.now()
  return present(ctx, viewer, await readStrip(ctx.db, { viewer_id: viewer.id, now }), now)
}

function present(ctx: StoryContext, viewer: SessionViewer, rows: StoryRow[], now: Date): Story[] {
  return rows.map((row) => presentStory(ctx, viewer, row, now))
}

function presentStory(ctx: StoryContext, viewer: SessionViewer, row: StoryRow, now: Date): Story {
  const { id, description, accessible, accessible_until, expires_at, seen } = row
  return {
    id,
    media_path: pathTo(ctx, viewer, row, now),
    description,
    protected: row.protected,
    ...(row.is_marked && row.media_id !== null && { marked: true as const }),
    accessible,
    accessible_until: accessible_until?.toISOString() ?? null,
    time_remaining: (expires_at.getTime() - now.getTime()) / HOUR_MS,
    expires_at: expires_at.toISOString(),
    seen,
    profile: {
      id: row.profile_id,
      profile_pic_path: mediaPath(row.picture_id),
      user: { id: row.profile_id, username: row.username },
    },
  }
}

/**
 * The client fetches a protected picture with its token. A video element cannot send one, so the path of a protected
 * video is a signed URL.
 */
function pathTo(ctx: StoryContext, viewer: SessionViewer, row: StoryRow, now: Date): string | null {
  const { media_id } = row
  if (media_id === null || !row.content_type.startsWith('video/')) return mediaPath(media_id)
  const { session_id } = viewer
  return mediaPath(
    (row.protected ? signUrl(ctx.secret, { kind: 'media', id: media_id, session_id }, now) : media_id) + VIDEO_ENDING,
  )
}
