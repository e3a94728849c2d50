import { PAGE_SIZE } from '#contract/limits.ts'
import type { Report } from '#contract/posts.ts'
import type { Queryable } from '#server/db/connect.ts'

export interface NewPost {
  id: string
  profile_id: string
  media_id: string
  description: string
  protected: boolean
  created_at: Date
}

/** A post as one viewer sees it: no trace of a picture that is not theirs to see. */
export interface PostRow {
  id: string
  username: string
  profile_id: string
  picture_id: string | null
  media_id: string | null
  accessible_until: Date | null
  description: string
  protected: boolean
  liked: boolean
  likes_count: number
}

export async function insertPost(db: Queryable, post: NewPost): Promise<void> {
  await db`insert into posts ${db(post, 'id', 'profile_id', 'media_id', 'description', 'protected', 'created_at')}`
}

export interface PageOf {
  /** Only this creator's. */
  profile_id?: string | undefined
  /** Only those that come after this one. */
  before?: string | undefined
}

/** A page of posts, newest first. The page is cut first; what depends on the viewer is then looked up row by row. */
export async function listPosts(db: Queryable, viewer_id: string, now: Date, page: PageOf): Promise<PostRow[]> {
  return await asSeenBy(
    db,
    viewer_id,
    now,
    db`
      select * from posts
      where true
        ${page.profile_id === undefined ? db`` : db`and profile_id = ${page.profile_id}`}
        ${page.before === undefined ? db`` : db`and id < ${page.before}`}
      order by id desc limit ${PAGE_SIZE}`,
  )
}

export async function findPost(db: Queryable, viewer_id: string, id: string, now: Date): Promise<PostRow | undefined> {
  const [post] = await asSeenBy(db, viewer_id, now, db`select * from posts where id = ${id}`)
  return post
}

function asSeenBy(db: Queryable, viewer_id: string, now: Date, page: ReturnType<Queryable>) {
  return db<PostRow[]>`
    select po.id, u.username, po.profile_id, pr.picture_id, po.description, po.protected, po.likes_count,
      (l.post_id is not null) as liked,
      case when not po.protected or po.profile_id = ${viewer_id} or s.expires_at is not null then po.media_id end
        as media_id,
      case when po.protected and po.profile_id <> ${viewer_id} then s.expires_at end as accessible_until
    from (${page}) po
      join profiles pr on pr.id = po.profile_id
      join users u on u.id = po.profile_id
      left join lateral (
        select post_id from likes where user_id = ${viewer_id} and post_id = po.id limit 1
      ) l on true
      left join lateral (
        select expires_at from subscriptions
        where fan_id = ${viewer_id} and profile_id = po.profile_id and starts_at <= ${now} and expires_at > ${now}
        order by expires_at desc limit 1
      ) s on true
    order by po.id desc`
}

/** What was said against these posts. */
export async function listReportsOf(db: Queryable, post_ids: string[]): Promise<(Report & { post_id: string })[]> {
  return await db<(Report & { post_id: string })[]>`
    select r.id, r.post_id, u.username as author, r.reason, r.description
    from reports r join users u on u.id = r.author_id
    where r.post_id in ${db(post_ids)} order by r.id`
}

export interface HeldPost {
  id: string
  profile_id: string
  media_id: string
  protected: boolean
}

/** Somebody's own post, held until the transaction ends. */
export async function holdOwnPost(db: Queryable, owner_id: string, id: string): Promise<HeldPost | undefined> {
  const [post] = await db<HeldPost[]>`
    select id, profile_id, media_id, protected from posts where id = ${id} and profile_id = ${owner_id} for update`
  return post
}

export async function updatePost(
  db: Queryable,
  id: string,
  changes: { description?: string; protected?: boolean; media_id?: string },
): Promise<void> {
  if (Object.keys(changes).length > 0) await db`update posts set ${db({ ...changes })} where id = ${id}`
}

export async function deletePost(db: Queryable, id: string): Promise<void> {
  await db`delete from posts where id = ${id}`
}
