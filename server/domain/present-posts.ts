import type { Picture, Post } from '#contract/posts.ts'
import { isStaff, type Viewer } from '#server/access.ts'
import type { Queryable } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import type { PicturesRow, ShownPicture } from '#server/store/post-pictures.ts'
import { findPost, type PostRow } from '#server/store/posts.ts'
import { listOpenReportsOf } from '#server/store/reports/reports.ts'

/** Posts as the API returns them. Only staff get the open reports. */
export async function presentPosts(db: Queryable, viewer: Viewer, rows: PostRow[]): Promise<Post[]> {
  const reports = isStaff(viewer)
    ? await listOpenReportsOf(
        db,
        rows.map(({ id }) => id),
      )
    : []
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    profile_id: row.profile_id,
    profile_pic: mediaPath(row.picture_id),
    file: mediaPath(row.media_id),
    files: presentPictures(row),
    accessible_until: row.accessible_until?.toISOString() ?? null,
    description: row.description,
    protected: row.protected,
    ...(row.is_marked && row.media_id !== null && { marked: true as const }),
    liked: row.liked,
    likes_count: row.likes_count,
    pinned: row.is_pinned,
    reports: reports.filter(({ post_id }) => post_id === row.id),
  }))
}

export function presentPicture({ media_id, alt, focus_x, focus_y, width, height }: ShownPicture): Picture {
  return { id: media_id, file: mediaPath(media_id), alt, width, height, focus: { x: focus_x, y: focus_y } }
}

/** All pictures, the first one included; none if this viewer may not see them. */
export function presentPictures({ media_id, further, ...cover }: PicturesRow): Picture[] {
  return media_id === null ? [] : [{ ...cover, media_id }, ...(further ?? [])].map(presentPicture)
}

export async function presentPost(db: Queryable, viewer: Viewer, id: string, now: Date): Promise<Post> {
  const row = await findPost(db, viewer.id, id, now)
  const [post] = row ? await presentPosts(db, viewer, [row]) : []
  if (!post) throw notFound()
  return post
}
