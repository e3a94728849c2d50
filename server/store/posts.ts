import type { Queryable, Tx } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { LAST_ID, PAGE_ROWS } from '#server/paging.ts'
import { authorOf, contentVersion } from './kept-contents.ts'
import { isMarked } from './picture-marks.ts'
import { findContents, type PostContent } from './post-contents.ts'
import { type PicturesRow, picturesOf, type ShownPicture } from './post-pictures.ts'
import { lockProfile } from './profiles.ts'
import { isNotMuted, isVisible, isVisibleInList } from './visibility/people.ts'
import { accessTo, isShown } from './visibility/things.ts'

export interface NewPost extends Partial<Omit<ShownPicture, 'media_id'>> {
  id: string
  profile_id: string
  media_id: string
  description: string
  protected: boolean
  created_at: Date
  /** One by default. */
  pictures_count?: number
  /** The draft that it was. */
  draft_id?: string
}

/** A post as one viewer sees it. */
export interface PostRow extends PicturesRow {
  id: string
  username: string
  profile_id: string
  picture_id: string | null
  accessible_until: Date | null
  description: string
  protected: boolean
  /** Whether its pictures carry the name of the viewer. */
  is_marked: boolean
  liked: boolean
  likes_count: number
  is_pinned: boolean
}

export async function insertPost(db: Queryable, post: NewPost): Promise<void> {
  // The profile is locked before the insert: the foreign key takes a weaker lock, and upgrading it could deadlock with
  // a concurrent change of the profile.
  await lockProfile(db, post.profile_id)
  await db`insert into posts ${db({ ...post })}`
  if (!post.protected) await updateLastPublicPost(db, post.profile_id)
}

/**
 * Denormalisation: stores the newest public post in the profile. Call it in the transaction of every change of which
 * posts are public or hidden.
 */
export async function updateLastPublicPost(db: Queryable, profile_id: string): Promise<void> {
  // The lock is a separate statement, so that the next one sees what was committed while this one waited.
  await lockProfile(db, profile_id)
  await db`
    update profiles set last_public_post_id = (
      select id from posts
      where profile_id = ${profile_id} and not protected and ${isShown(db, 'posts')} order by id desc limit 1
    ) where id = ${profile_id}`
}

/** The filter and the cursor of a list of posts. */
export interface PostRange {
  /** Only posts of this creator. */
  profile_id?: string | undefined
  /** Only older posts than this id, which may be deleted already. */
  before?: string | undefined
  /** Only newer posts than this id. Not together with `before`. */
  after?: string | undefined
}

/** Whether the viewer may see that a post exists. Every statement that returns or counts posts uses it. */
function isListed(db: Queryable, viewer_id: string | Fragment) {
  return db`${isShown(db, 'posts')} and ${isVisibleInList(db, { person: 'posts.profile_id', to: viewer_id })}`
}

/** Without a creator it is the feed, which leaves out those whom the viewer has muted. */
function inFeed(db: Queryable, viewer_id: string | Fragment, part: PostRange) {
  return db`${inRange(db, part)} and ${isNotMuted(db, { person: 'posts.profile_id', to: viewer_id })}`
}

function inRange(db: Queryable, { before, after }: PostRange) {
  return after === undefined ? db`id < ${before ?? LAST_ID}` : db`id > ${after}`
}

/** The limit is a literal: with a parameter, PostgreSQL may choose a generic plan that reads whole tables. */
function orderAndLimit(db: Queryable, { after }: PostRange, rows: number) {
  return db.unsafe(`order by id ${after === undefined ? 'desc' : 'asc'} limit ${rows}`)
}

/**
 * The posts of one creator, at most so many. Whether the viewer may see the creator is asked once. The `offset` hides from
 * the planner which creator it is. Otherwise it would read all posts of everybody backwards for one who has many, or
 * sort all posts of this one.
 */
function ofCreator(
  db: Queryable,
  viewer_id: string | Fragment,
  part: PostRange & { profile_id: string },
  { columns, rows }: { columns: '*, xmin as written_by' | 'id'; rows: number },
) {
  return db`
    (
      select id from profiles
      where id = ${part.profile_id} and ${isVisible(db, { person: 'profiles.id', to: viewer_id })} offset 0
    ) creator
    cross join lateral (
      select ${db.unsafe(columns)} from posts
      where profile_id = creator.id and ${inRange(db, part)} and ${isShown(db, 'posts')}
      ${orderAndLimit(db, part, rows)}
    ) posts`
}

/**
 * A page of posts, newest first, plus one more row if the list goes on: at the end of the page, or at its start for a
 * page `after` a post. The page is limited first and joined afterwards, so that its cost does not depend on the number
 * of posts or likes.
 */
export async function listPosts(db: Queryable, viewer_id: string, now: Date, part: PostRange): Promise<PostRow[]> {
  const page = pageOf(db, viewer_id, part)
  return await contentsOf(db, viewer_id, now, { page, seen: await db<SeenPost[]>`${seenBy(db, viewer_id, now, page)}` })
}

/**
 * The first page of the feed for several viewers, in one statement: the same that `listPosts` decides for each of them.
 * Returns what each of them sees, in the order of the viewers.
 */
export async function listFeeds(db: Queryable, viewer_ids: readonly string[], now: Date): Promise<SeenPost[][]> {
  const [only] = viewer_ids
  if (only !== undefined && viewer_ids.length === 1)
    return [await db<SeenPost[]>`${seenBy(db, only, now, pageOf(db, only, {}))}`]
  const viewer_id = db`viewer.id`
  const seen = await db<(SeenPost & { place: number })[]>`
    -- Selected, the list has no length that a plan could depend on: to make a new plan takes longer than to look up.
    select viewer.place::int as place, seen.*
    from unnest((select ${[...viewer_ids]}::uuid[])) with ordinality viewer (id, place)
      cross join lateral (${seenBy(db, viewer_id, now, pageOf(db, viewer_id, {}))}) seen
    order by viewer.place, seen.id desc`
  const feeds: SeenPost[][] = viewer_ids.map(() => [])
  for (const { place, ...post } of seen) feeds[place - 1]?.push(post)
  return feeds
}

/** The posts of a first page of the feed that was decided for this viewer. */
export async function postsOfFeed(db: Queryable, viewer_id: string, now: Date, seen: SeenPost[]): Promise<PostRow[]> {
  return await contentsOf(db, viewer_id, now, { page: pageOf(db, viewer_id, {}), seen })
}

function pageOf(db: Queryable, viewer_id: string | Fragment, part: PostRange): Fragment {
  const { profile_id } = part
  return profile_id === undefined
    ? db`
      select *, xmin as written_by from posts where ${inFeed(db, viewer_id, part)} and ${isListed(db, viewer_id)}
      ${orderAndLimit(db, part, PAGE_ROWS)}`
    : db`select posts.* from ${ofCreator(db, viewer_id, { ...part, profile_id }, { columns: '*, xmin as written_by', rows: PAGE_ROWS })}`
}

/** What was decided, with its contents. If one of them has changed meanwhile, the page is decided again with them. */
async function contentsOf(
  db: Queryable,
  viewer_id: string,
  now: Date,
  { page, seen }: { page: Fragment; seen: SeenPost[] },
): Promise<PostRow[]> {
  const contents = await findContents(db, seen)
  if (!contents) return await asSeenBy(db, viewer_id, now, page)
  return contents.map((content, place) => presentTo(content, { viewer_id, seen: seen[place] }))
}

/** What a viewer sees of a post, with the version of the content that this was decided for. */
export interface SeenPost {
  id: string
  version: string
  likes_count: number
  liked: boolean
  is_accessible: boolean
  accessible_until: Date | null
}

/**
 * The part of a page that depends on the viewer. It is always asked, and decides which posts there are and what of them
 * this viewer may see.
 */
function seenBy(db: Queryable, viewer_id: string | Fragment, now: Date, page: Fragment): Fragment {
  const access = accessTo(db, { thing: 'po', to: viewer_id }, now)
  return db`
    select po.id, ${contentVersion(db, 'po', 'written_by')} as version, po.likes_count, (l.post_id is not null) as liked,
      ${access.is_accessible} as is_accessible, ${access.until} as accessible_until
    from (${page}) po
      ${authorOf(db, 'po')}
      left join lateral (
        select post_id from likes where user_id = ${viewer_id} and post_id = po.id limit 1
      ) l on true
      ${access.join}
    order by po.id desc`
}

/** The pictures are taken from the content only for who may see them. */
function presentTo(
  { media_id, further, has_marks, ...content }: PostContent,
  { viewer_id, seen }: { viewer_id: string; seen: SeenPost | undefined },
): PostRow {
  const isAccessible = seen?.is_accessible === true
  return {
    ...content,
    is_marked: has_marks && content.protected && content.profile_id !== viewer_id,
    media_id: isAccessible ? media_id : null,
    further: isAccessible ? further : null,
    likes_count: seen?.likes_count ?? 0,
    liked: seen?.liked === true,
    accessible_until: seen?.accessible_until ?? null,
  }
}

/** The number of posts that match, counted up to `max` + 1. */
export function countPosts(db: Queryable, viewer_id: string, part: PostRange, max: number) {
  const { profile_id } = part
  // The order and the inner `select` keep the planner on an index scan, row by row. Otherwise it would read and sort
  // the whole table, or hash all soft-deleted users, although it stops after `max` rows.
  const counted =
    profile_id === undefined
      ? db`
        select from posts where ${inFeed(db, viewer_id, part)} and (select ${isListed(db, viewer_id)})
        ${orderAndLimit(db, part, max + 1)}`
      : db`select from ${ofCreator(db, viewer_id, { ...part, profile_id }, { columns: 'id', rows: max + 1 })}`
  return db<[{ count: number }]>`select count(*)::int as count from (${counted}) counted`
}

export async function findPost(db: Queryable, viewer_id: string, id: string, now: Date): Promise<PostRow | undefined> {
  const [post] = await asSeenBy(
    db,
    viewer_id,
    now,
    db`select * from posts where id = ${id} and ${isListed(db, viewer_id)}`,
  )
  return post
}

function asSeenBy(db: Queryable, viewer_id: string, now: Date, page: Fragment) {
  const access = accessTo(db, { thing: 'po', to: viewer_id }, now)
  const pictures = picturesOf(db, 'po', access.is_accessible)
  return db<PostRow[]>`
    select po.id, u.username, po.profile_id, pr.picture_id, po.description, po.protected, po.likes_count,
      (l.post_id is not null) as liked,
      ${pictures.columns}, ${access.until} as accessible_until, po.pinned_at is not null as is_pinned,
      ${isMarked(db, { thing: 'po', to: viewer_id })} as is_marked
    from (${page}) po
      ${authorOf(db, 'po')}
      left join lateral (
        select post_id from likes where user_id = ${viewer_id} and post_id = po.id limit 1
      ) l on true
      ${access.join}
      ${pictures.joins}
    order by po.id desc`
}

export interface OwnPost {
  protected: boolean
}

/** Locks the user's own post until the transaction ends (`for update`). They cannot change or delete a hidden one. */
export async function lockOwnPost(db: Queryable, owner_id: string, id: string): Promise<OwnPost | undefined> {
  const [post] = await db<OwnPost[]>`
    select protected from posts
    where id = ${id} and profile_id = ${owner_id} and ${isShown(db, 'posts')} for update`
  return post
}

/**
 * Locks the user's own post, and then the profile, for a change of its pictures. A post that is written twice in one transaction
 * takes the weak lock of its foreign key, and upgrading that one could deadlock with a change of the portrait.
 */
export async function lockOwnPostAndProfile(db: Queryable, owner_id: string, id: string): Promise<OwnPost | undefined> {
  const post = await lockOwnPost(db, owner_id, id)
  if (post) await lockProfile(db, owner_id)
  return post
}

export interface JudgedPost {
  id: string
  profile_id: string
  media_id: string
  description: string
  protected: boolean
}

/** Locks a post until the transaction ends (`for update`): meanwhile nobody changes, deletes or reports it. */
export async function lockJudgedPost(db: Queryable, id: string): Promise<JudgedPost | undefined> {
  const [post] = await db<JudgedPost[]>`
    select id, profile_id, media_id, description, protected from posts where id = ${id} for update`
  return post
}

/** The author of a post that staff judge. */
export async function findAuthor(db: Queryable, post_id: string): Promise<string | undefined> {
  const [post] = await db<{ profile_id: string }[]>`select profile_id from posts where id = ${post_id}`
  return post?.profile_id
}

export async function updatePost(
  db: Queryable,
  id: string,
  changes: { description?: string; protected?: boolean },
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const [post] = await db<{ profile_id: string }[]>`
    update posts set ${db({ ...changes })} where id = ${id} returning profile_id`
  if (post && changes.protected !== undefined) await updateLastPublicPost(db, post.profile_id)
}

export async function deletePost(db: Queryable, id: string): Promise<void> {
  const [post] = await db<{ profile_id: string }[]>`delete from posts where id = ${id} returning profile_id`
  if (post) await updateLastPublicPost(db, post.profile_id)
}

/**
 * Serialises the pins of one creator, so that the second of two takes the first one off. Not by a lock of the profile: a
 * change of a post locks the post first and then the profile.
 */
export async function lockPins(db: Tx, profile_id: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(${`pins ${profile_id}`}, 0))`
}

/** Pins a post of this creator, and no other. Call it with `lockPins`. */
export async function pinPost(db: Tx, profile_id: string, id: string, now: Date): Promise<void> {
  await db`update posts set pinned_at = null where profile_id = ${profile_id} and pinned_at is not null and id <> ${id}`
  await db`update posts set pinned_at = ${now} where id = ${id} and pinned_at is null`
}

export async function unpinPost(db: Tx, id: string): Promise<void> {
  await db`update posts set pinned_at = null where id = ${id}`
}

/** Likes a post, or removes the like. The row lock serialises concurrent likes of the post, so the counter is exact. */
export async function toggleLike(
  db: Tx,
  user_id: string,
  post_id: string,
  now: Date,
): Promise<{ liked: boolean; likes_count: number } | undefined> {
  const [post] = await db`
    select 1 from posts
    where id = ${post_id} and ${isShown(db, 'posts')} and ${isVisible(db, { person: 'posts.profile_id', to: user_id })}
    for no key update`
  if (!post) return undefined
  const taken_back = await db`delete from likes where user_id = ${user_id} and post_id = ${post_id} returning post_id`
  const liked = taken_back.length === 0
  if (liked) await db`insert into likes (user_id, post_id, created_at) values (${user_id}, ${post_id}, ${now})`
  const [row] = await db<{ likes_count: number }[]>`
    update posts set likes_count = likes_count + ${liked ? 1 : -1} where id = ${post_id} returning likes_count`
  return row && { liked, likes_count: row.likes_count }
}
