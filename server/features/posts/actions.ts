import { POSTS_COUNTED_MAX, type Post, type PostCount } from '#contract/posts.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { readList } from '#server/db/replica.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { UploadedFile } from '#server/media/uploads.ts'
import { cutPage, type Page } from '#server/paging.ts'
import { newId } from '#server/store/ids.ts'
import { deleteMedia, insertMedia, renewMediaId } from '#server/store/media.ts'
import {
  countPosts as countStoredPosts,
  deletePost as deleteStoredPost,
  insertPost,
  listPosts as listStoredPosts,
  lockOwnPost,
  type PostRange,
  toggleLike as toggleStoredLike,
  updatePost as updateStoredPost,
} from '#server/store/posts.ts'
import { findProfileId } from '#server/store/profiles.ts'
import { insertTelling } from '#server/store/tellings.ts'
import { cleanText } from '#server/text.ts'
import { presentPost, presentPosts } from './present.ts'

/** The query of a list of posts, as in the contract. */
export interface PostsQuery {
  username?: string | undefined
  cursor?: string | undefined
  after?: string | undefined
}

/** A page `after` a post has a cursor to the newer page instead of the next one. */
type PostPage = Page<Post> & { newer: string | undefined }

export async function listPosts(
  ctx: Pick<Context, 'db' | 'replica' | 'now'>,
  viewer: Viewer,
  wanted: PostsQuery,
): Promise<PostPage> {
  return await readList(ctx, async (db) => {
    const part = await rangeOf(db, viewer, wanted)
    const rows = await listStoredPosts(db, viewer.id, ctx.now(), part)
    if (part.after === undefined) {
      const { page, last } = cutPage(rows)
      return { items: await presentPosts(db, viewer, page), cursor: last?.id, newer: undefined }
    }
    // This page is cut at its start, to keep the posts nearest to `after`.
    const { page, last } = cutPage(rows.toReversed())
    return { items: await presentPosts(db, viewer, page.toReversed()), cursor: undefined, newer: last?.id }
  })
}

export async function countPosts(
  ctx: Pick<Context, 'db' | 'replica'>,
  viewer: Viewer,
  wanted: PostsQuery,
): Promise<PostCount> {
  return await readList(ctx, async (db) => {
    const part = await rangeOf(db, viewer, wanted)
    const [{ count }] = await countStoredPosts(db, viewer.id, part, POSTS_COUNTED_MAX)
    return { count: Math.min(count, POSTS_COUNTED_MAX), is_more: count > POSTS_COUNTED_MAX }
  })
}

async function rangeOf(db: Queryable, viewer: Viewer, { username, cursor, after }: PostsQuery): Promise<PostRange> {
  if (cursor !== undefined && after !== undefined)
    throw invalid('after', 'Ask for older or for newer posts, not for both')
  const profile_id = username === undefined ? undefined : await findProfileId(db, viewer.id, username)
  if (username !== undefined && profile_id === undefined) throw notFound()
  return { profile_id, before: cursor, after }
}

/**
 * Stores the file before the row. If the row fails, the sweep deletes the file later: after a lost connection nobody
 * knows whether the commit succeeded, and a post must never lose its picture.
 */
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
  return await ctx.db.begin(async (db) => {
    await insertMedia(db, { id: media_id, owner_id: viewer.id, ...stored, created_at })
    await insertPost(db, {
      id,
      profile_id: viewer.id,
      media_id,
      description: cleanText(input.description),
      protected: input.protected,
      created_at,
    })
    await insertTelling(db, { id, kind: 'new_post', creator_id: viewer.id, thing_id: id, created_at })
    return await presentPost(db, viewer, id, created_at)
  })
}

export async function updatePost(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  id: string,
  changes: { description?: string; protected?: boolean },
): Promise<Post> {
  return await ctx.db.begin(async (db) => {
    const post = await lockOwnPost(db, viewer.id, id)
    if (!post) throw notFound()
    const isHidden = changes.protected === true && !post.protected
    const media_id = isHidden ? newId(ctx.now()) : undefined
    // The old media id was public and may be in caches, so a protected post gets a new one.
    if (media_id) await renewMediaId(db, post.media_id, media_id)
    await updateStoredPost(db, id, {
      ...(changes.description !== undefined && { description: cleanText(changes.description) }),
      ...(changes.protected !== undefined && { protected: changes.protected }),
      ...(media_id && { media_id }),
    })
    if (media_id) await deleteMedia(db, post.media_id)
    return await presentPost(db, viewer, id, ctx.now())
  })
}

export async function deletePost(ctx: Pick<Context, 'db' | 'media'>, viewer: Viewer, id: string): Promise<void> {
  const media = await ctx.db.begin(async (db) => {
    const post = await lockOwnPost(db, viewer.id, id)
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
