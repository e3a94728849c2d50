import { type Arrangement, POSTS_COUNTED_MAX, type Post, type PostCount } from '#contract/posts.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { readList } from '#server/db/replica.ts'
import { readerOf } from '#server/domain/as-a-fan.ts'
import { createWholeDraft, refuseTooManyDrafts, scheduledTime } from '#server/domain/drafts.ts'
import { presentPost, presentPosts } from '#server/domain/present-posts.ts'
import { arrange, insertTaken, publishPost, takePictures, type UploadedPicture } from '#server/domain/publish-post.ts'
import { invalid, notFound } from '#server/errors.ts'
import { cutPage, type Page } from '#server/paging.ts'
import { newId } from '#server/store/ids.ts'
import { deletePictures, listPictures, renewPictures, replacePictures } from '#server/store/post-pictures.ts'
import {
  countPosts as countStoredPosts,
  deletePost as deleteStoredPost,
  listPosts as listStoredPosts,
  lockOwnPost,
  lockPins,
  type PostRange,
  pinPost as pinStoredPost,
  toggleLike as toggleStoredLike,
  unpinPost as unpinStoredPost,
  updatePost as updateStoredPost,
} from '#server/store/posts.ts'
import { findProfileId } from '#server/store/profiles.ts'
import { cleanText } from '#server/text.ts'

/** The query of a list of posts, as in the contract. */
export interface PostsQuery {
  username?: string | undefined
  cursor?: string | undefined
  after?: string | undefined
  as?: 'visitor' | undefined
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
    const reader = readerOf(viewer, part.profile_id, wanted.as)
    const rows = await listStoredPosts(db, reader.id, ctx.now(), part)
    if (part.after === undefined) {
      const { page, last } = cutPage(rows)
      return { items: await presentPosts(db, reader, page), cursor: last?.id, newer: undefined }
    }
    // This page is cut at its start, to keep the posts nearest to `after`.
    const { page, last } = cutPage(rows.toReversed())
    return { items: await presentPosts(db, reader, page.toReversed()), cursor: undefined, newer: last?.id }
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

interface NewPost {
  description: string
  protected: boolean
  pictures: readonly UploadedPicture[]
  publish_at: string | undefined
  draft: boolean
}

/**
 * Publishes a post, or stores it as a draft or a scheduled post. The files are stored before the rows. If a row fails, the
 * sweep deletes the files later: after a lost connection nobody knows whether the commit succeeded, and a post must never
 * lose its pictures.
 */
export async function createPost(
  ctx: Pick<Context, 'db' | 'media' | 'now'>,
  viewer: Viewer,
  input: NewPost,
): Promise<Post> {
  const description = cleanText(input.description)
  const publish_at = input.publish_at === undefined ? null : scheduledTime(input.publish_at, ctx.now())
  const isWaiting = input.draft || publish_at !== null
  if (isWaiting) await refuseTooManyDrafts(ctx.db, viewer.id)
  const pictures = await takePictures(ctx, input.pictures)
  const post = { description, protected: input.protected, pictures }
  if (isWaiting) return await createWholeDraft(ctx, viewer, { ...post, publish_at })
  const created_at = ctx.now()
  return await ctx.db.begin(async (db) => {
    await insertTaken(db, pictures, { owner_id: viewer.id, created_at })
    const id = await publishPost(db, { ...post, profile_id: viewer.id, created_at })
    return await presentPost(db, viewer, id, created_at)
  })
}

export async function updatePost(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  id: string,
  changes: { description?: string; protected?: boolean; pictures?: Arrangement },
): Promise<Post> {
  return await ctx.db.begin(async (db) => {
    const post = await lockOwnPost(db, viewer.id, id)
    if (!post) throw notFound()
    const isHidden = changes.protected === true && !post.protected
    if (isHidden || changes.pictures) {
      const before = await listPictures(db, id)
      const arranged = arrange(before, changes.pictures ?? [])
      // The old media ids were public and may be in caches, so the pictures of a protected post get new ones.
      await replacePictures(db, id, isHidden ? await renewPictures(db, arranged, () => newId(ctx.now())) : arranged)
      if (isHidden) {
        const old_ids = before.map(({ media_id }) => media_id)
        await deletePictures(db, old_ids)
      }
    }
    await updateStoredPost(db, id, {
      ...(changes.description !== undefined && { description: cleanText(changes.description) }),
      ...(changes.protected !== undefined && { protected: changes.protected }),
    })
    return await presentPost(db, viewer, id, ctx.now())
  })
}

export async function deletePost(ctx: Pick<Context, 'db' | 'media'>, viewer: Viewer, id: string): Promise<void> {
  const media = await ctx.db.begin(async (db) => {
    const post = await lockOwnPost(db, viewer.id, id)
    if (!post) throw notFound()
    const pictures = await listPictures(db, id)
    await deleteStoredPost(db, id)
    const media_ids = pictures.map(({ media_id }) => media_id)
    return await deletePictures(db, media_ids)
  })
  for (const stored of media) await ctx.media.discard(stored)
}

/** One's own post, instead of the one that was pinned before. */
export async function pinPost(ctx: Pick<Context, 'db' | 'now'>, viewer: Viewer, id: string): Promise<Post> {
  return await ctx.db.begin(async (db) => {
    await lockPins(db, viewer.id)
    if (!(await lockOwnPost(db, viewer.id, id))) throw notFound()
    await pinStoredPost(db, viewer.id, id, ctx.now())
    return await presentPost(db, viewer, id, ctx.now())
  })
}

export async function unpinPost(ctx: Pick<Context, 'db' | 'now'>, viewer: Viewer, id: string): Promise<Post> {
  return await ctx.db.begin(async (db) => {
    await lockPins(db, viewer.id)
    if (!(await lockOwnPost(db, viewer.id, id))) throw notFound()
    await unpinStoredPost(db, id)
    return await presentPost(db, viewer, id, ctx.now())
  })
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
