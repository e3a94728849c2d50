import { type Arrangement, POSTS_COUNTED_MAX, type Post, type PostCount } from '#contract/posts.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { readList } from '#server/db/replica.ts'
import { readerOf } from '#server/domain/as-a-fan.ts'
import { createWholeDraft, refuseTooManyDrafts, scheduledTime } from '#server/domain/drafts.ts'
import { presentPost, presentPosts } from '#server/domain/present-posts.ts'
import { arrange, insertTaken, publishPost, takePictures, type UploadedPicture } from '#server/domain/publish-post.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import type { UploadedFile } from '#server/media/uploads.ts'
import { cutPage, type Page } from '#server/paging.ts'
import { newId } from '#server/store/ids.ts'
import {
  deletePictures,
  listPictures,
  type PictureWords,
  renewPictures,
  replacePictures,
  type ShownPicture,
} from '#server/store/post-pictures.ts'
import {
  countPosts as countStoredPosts,
  deletePost as deleteStoredPost,
  listPosts as listStoredPosts,
  lockOwnPost,
  lockOwnPostAndProfile,
  lockPins,
  type PostRange,
  pinPost as pinStoredPost,
  toggleLike as toggleStoredLike,
  unpinPost as unpinStoredPost,
  updatePost as updateStoredPost,
} from '#server/store/posts.ts'
import { findProfileId } from '#server/store/profiles.ts'
import { cleanText } from '#server/text.ts'
import { readFeed } from './read-feed.ts'

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
    const isStart = part.profile_id === undefined && part.before === undefined && part.after === undefined
    const rows = isStart
      ? await readFeed(db, { viewer_id: reader.id, now: ctx.now() })
      : await listStoredPosts(db, reader.id, ctx.now(), part)
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

/** Before a form is read, so that nobody sends files for a post of somebody else. */
export async function refuseForeignPost({ db }: Pick<Context, 'db'>, viewer: Viewer, id: string): Promise<void> {
  if (!(await db.begin((tx) => lockOwnPost(tx, viewer.id, id)))) throw notFound()
}

export interface WholePost {
  /** The pictures in their order: the id of one that stays, or null for the next of the new ones. */
  pictures: readonly { id: string | null; words: Partial<PictureWords> }[]
  files: readonly UploadedFile[]
  description: string | undefined
  protected: boolean | undefined
}

/**
 * Changes a post whole, in one transaction: whoever reads it sees all of it or nothing. A repeated request ends in the same
 * post, because its new pictures take the place of those of the first one.
 */
export async function replacePost(
  ctx: Pick<Context, 'db' | 'media' | 'now'>,
  viewer: Viewer,
  id: string,
  wanted: WholePost,
): Promise<Post> {
  const new_words = wanted.pictures.flatMap((picture) => (picture.id === null ? [picture.words] : []))
  const taken = await takePictures(
    ctx,
    wanted.files.map((file, place) => ({ file, ...NO_WORDS, ...new_words[place] })),
  )
  const now = ctx.now()
  const replaced = ctx.db.begin(async (db) => {
    const post = await lockOwnPostAndProfile(db, viewer.id, id)
    if (!post) throw notFound()
    await insertTaken(db, taken, { owner_id: viewer.id, created_at: now })
    const before = await listPictures(db, id)
    const after = composePictures(before, taken, wanted.pictures)
    // As in updatePost: nothing that was public keeps its id.
    const isHidden = wanted.protected === true && !post.protected
    const stored = isHidden ? await renewPictures(db, after, () => newId(now)) : after
    await replacePictures(db, id, stored)
    const left = new Set(stored.map(({ media_id }) => media_id))
    const gone = [...before, ...taken].map(({ media_id }) => media_id).filter((media_id) => !left.has(media_id))
    const discarded = await deletePictures(db, gone)
    await updateStoredPost(db, id, {
      ...(wanted.description !== undefined && { description: cleanText(wanted.description) }),
      ...(wanted.protected !== undefined && { protected: wanted.protected }),
    })
    return { post: await presentPost(db, viewer, id, now), discarded }
  })
  const { post, discarded } = await replaced.catch(async (error: unknown) => {
    // After any other error nobody knows whether the commit succeeded, so the sweep decides.
    if (error instanceof AppError) for (const { stored } of taken) await ctx.media.discard(stored)
    throw error
  })
  for (const stored of discarded) await ctx.media.discard(stored)
  return post
}

const NO_WORDS: PictureWords = { alt: '', focus_x: 50, focus_y: 50 }

/** The pictures of a post in a new order, with new ones among them. */
function composePictures(
  before: readonly ShownPicture[],
  taken: readonly ShownPicture[],
  wanted: WholePost['pictures'],
): ShownPicture[] {
  const known = new Map(before.map((picture) => [picture.media_id, picture]))
  const added = taken.values()
  return wanted.map(({ id, words }) => {
    const picture = id === null ? added.next().value : known.get(id.toLowerCase())
    if (!picture) throw invalid('picture', 'Name pictures that are there, each once')
    if (id !== null) known.delete(picture.media_id)
    const { media_id, width, height, alt, focus_x, focus_y } = picture
    return { media_id, width, height, alt, focus_x, focus_y, ...words }
  })
}

export async function updatePost(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  id: string,
  changes: { description?: string; protected?: boolean; pictures?: Arrangement },
): Promise<Post> {
  return await ctx.db.begin(async (db) => {
    const post = await lockOwnPostAndProfile(db, viewer.id, id)
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
