import type { Post } from '#contract/posts.ts'
import { isStaff, type Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { invalid, notFound } from '#server/errors.ts'
import { mediaPath, type UploadedFile } from '#server/media/media.ts'
import { newId } from '#server/store/ids.ts'
import { toggleLike as toggleStoredLike } from '#server/store/likes.ts'
import { deleteMedia, insertMedia, renewMediaId } from '#server/store/media.ts'
import {
  deletePost as deleteStoredPost,
  findPost,
  holdOwnPost,
  insertPost,
  listReportsOf,
  listPosts as listStoredPosts,
  type PostRow,
  updatePost as updateStoredPost,
} from '#server/store/posts.ts'
import { findProfile } from '#server/store/profiles.ts'
import { insertReport } from '#server/store/reports.ts'
import { cleanText } from '#server/text.ts'

/** Staff also read what was said against a post; nobody else learns that anything was. */
async function presentPosts(ctx: Pick<Context, 'db'>, viewer: Viewer, rows: PostRow[]): Promise<Post[]> {
  const reports =
    isStaff(viewer) && rows.length > 0
      ? await listReportsOf(
          ctx.db,
          rows.map(({ id }) => id),
        )
      : []
  return rows.map(({ picture_id, media_id, accessible_until, ...post }) => ({
    ...post,
    profile_pic: mediaPath(picture_id),
    file: mediaPath(media_id),
    accessible_until: accessible_until?.toISOString() ?? null,
    reports: reports.filter(({ post_id }) => post_id === post.id),
  }))
}

async function presentPost(ctx: Pick<Context, 'db' | 'now'>, viewer: Viewer, id: string): Promise<Post> {
  const row = await findPost(ctx.db, viewer.id, id, ctx.now())
  const [post] = row ? await presentPosts(ctx, viewer, [row]) : []
  if (!post) throw notFound()
  return post
}

export async function listPosts(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  page: { username?: string | undefined; before?: string | undefined },
): Promise<Post[]> {
  const profile =
    page.username === undefined ? undefined : await findProfile(ctx.db, viewer.id, page.username, ctx.now())
  if (page.username !== undefined && !profile) throw notFound()
  const rows = await listStoredPosts(ctx.db, viewer.id, ctx.now(), { profile_id: profile?.id, before: page.before })
  return await presentPosts(ctx, viewer, rows)
}

export async function createPost(
  ctx: Pick<Context, 'db' | 'media' | 'now'>,
  viewer: Viewer,
  input: { description: string; protected: boolean; file: UploadedFile | undefined },
): Promise<Post> {
  if (!input.file) throw invalid('file', 'The file and description are required')
  const stored = await ctx.media.takeImage(input.file)
  const created_at = ctx.now()
  const id = newId(created_at)
  const media_id = newId(created_at)
  try {
    await ctx.db.begin(async (db) => {
      await insertMedia(db, { id: media_id, owner_id: viewer.id, ...stored, created_at })
      await insertPost(db, {
        id,
        profile_id: viewer.id,
        media_id,
        description: cleanText(input.description),
        protected: input.protected,
        created_at,
      })
    })
  } catch (error) {
    await ctx.media.discard(stored)
    throw error
  }
  return await presentPost(ctx, viewer, id)
}

export async function updatePost(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  id: string,
  changes: { description?: string; protected?: boolean },
): Promise<Post> {
  await ctx.db.begin(async (db) => {
    const post = await holdOwnPost(db, viewer.id, id)
    if (!post) throw notFound()
    const isHidden = changes.protected === true && !post.protected
    const media_id = isHidden ? newId(ctx.now()) : undefined
    // The address it had was everyone's, and may be in a cache.
    if (media_id) await renewMediaId(db, post.media_id, media_id)
    await updateStoredPost(db, id, {
      ...(changes.description !== undefined && { description: cleanText(changes.description) }),
      ...(changes.protected !== undefined && { protected: changes.protected }),
      ...(media_id && { media_id }),
    })
    if (media_id) await deleteMedia(db, post.media_id)
  })
  return await presentPost(ctx, viewer, id)
}

export async function deletePost(ctx: Pick<Context, 'db' | 'media'>, viewer: Viewer, id: string): Promise<void> {
  const media = await ctx.db.begin(async (db) => {
    const post = await holdOwnPost(db, viewer.id, id)
    if (!post) throw notFound()
    await deleteStoredPost(db, id)
    return await deleteMedia(db, post.media_id)
  })
  if (media) await ctx.media.discard(media)
}

export async function toggleLike(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  post_id: string,
): Promise<{ liked: boolean; likes_count: number }> {
  const result = await ctx.db.begin((db) => toggleStoredLike(db, viewer.id, post_id, ctx.now()))
  if (!result) throw notFound()
  return result
}

/** True when it is new. */
export async function reportPost(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  input: { post_id: string; reason: string; description?: string | null },
): Promise<boolean> {
  const post = await findPost(ctx.db, viewer.id, input.post_id, ctx.now())
  if (!post) throw notFound()
  if (post.profile_id === viewer.id) throw invalid('post_id', 'You cannot report your own post')
  return await insertReport(ctx.db, {
    id: newId(ctx.now()),
    post_id: input.post_id,
    author_id: viewer.id,
    reason: input.reason,
    description: cleanText(input.description ?? '') || null,
    created_at: ctx.now(),
  })
}
