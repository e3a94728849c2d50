import type { Queryable } from '#server/db/connect.ts'
import { PAGE_ROWS } from '#server/paging.ts'
import { firstId } from '#server/store/ids.ts'
import { later } from '#server/time.ts'
import { beganIn, endedIn } from '../visibility/subscribers.ts'
import { isShown } from '../visibility/things.ts'

/** Whole days in UTC: the first and the last one, and what they are as moments. */
export interface Period {
  first_day: string
  last_day: string
  from: Date
  /** The first moment after it. */
  until: Date
}

/** The day after a post or a story, as far as it is over. */
function dayAfter(db: Queryable, created_at: string, now: Date) {
  const from = db`${db(created_at)}`
  return { from, until: db`least(${from} + interval '1 day', ${justAfter(now)}::timestamptz)` }
}

/** An end that contains this moment. */
function justAfter(now: Date): Date {
  return later(now, 1)
}

/** Since when there is something to count: since the profile exists, the first post or the first look, whichever is earliest. */
export async function findBeginning(db: Queryable, profile_id: string): Promise<Date | undefined> {
  const [row] = await db<{ since: Date }[]>`
    select least(
      p.created_at, (select po.created_at from posts po where po.profile_id = p.id order by po.id limit 1),
      (select t.day::timestamp at time zone 'UTC' from creator_tallies t where t.profile_id = p.id order by t.day limit 1)
    ) as since
    from profiles p where p.id = ${profile_id}`
  return row?.since
}

export interface DayRow {
  day: string
  people: number
}

/**
 * How many different people saw something of a creator on each day, and in the whole period. Who saw something on a day counts
 * for the period if their time before was before it. What the job has not counted yet is added here, so that the
 * figures are exact at any time.
 */
export async function sumPeople(
  db: Queryable,
  profile_id: string,
  { first_day, last_day }: Period,
): Promise<{ people: number; days: DayRow[] }> {
  const rows = await db<(DayRow & { first: number })[]>`
    with looks as (
      select day, gap, people from creator_tallies
      where profile_id = ${profile_id} and day between ${first_day}::date and ${last_day}::date
      union all
      select day, gap, 1 from creator_viewers
      where profile_id = ${profile_id} and not counted and day between ${first_day}::date and ${last_day}::date
    )
    select day::text as day, sum(people) as people,
      coalesce(sum(people) filter (where gap > day - ${first_day}::date), 0) as first
    from looks group by day order by day`
  return {
    people: rows.reduce((sum, { first }) => sum + first, 0),
    days: rows.map(({ day, people }) => ({ day, people })),
  }
}

/** How many posts came out on each day. */
export async function countPostsByDay(db: Queryable, profile_id: string, period: Period) {
  return await db<{ day: string; posts: number }[]>`
    select (created_at at time zone 'UTC')::date::text as day, count(*) as posts from posts
    where profile_id = ${profile_id} and ${isInPeriod(db, period)} and ${isShown(db, 'posts')} group by 1`
}

function isInPeriod(db: Queryable, { from, until }: Period) {
  return db`id >= ${firstId(from)}::uuid and id < ${firstId(until)}::uuid`
}

/**
 * The likes of a creator's posts that were given in this time and not taken back. The `offset` makes PostgreSQL ask the index
 * for each post, instead of reading all likes of everybody.
 */
export async function countLikes(db: Queryable, profile_id: string, { from, until }: Period): Promise<number> {
  const [row] = await db<{ likes: number }[]>`
    select coalesce(sum(given.likes), 0)::bigint as likes
    from posts cross join lateral (
      select count(*) as likes from likes l
      where l.post_id = posts.id and l.created_at >= ${from} and l.created_at < ${until} offset 0
    ) given
    where posts.profile_id = ${profile_id} and ${isShown(db, 'posts')}`
  return row?.likes ?? 0
}

/** How many fans came in this time, and how many left. What is not over at this moment has not happened. */
export async function countSubscriberMoves(
  db: Queryable,
  profile_id: string,
  { from, until }: Period,
  now: Date,
): Promise<{ came: number; left: number }> {
  const end = until < now ? until : justAfter(now)
  const [row] = await db<{ came: number; left: number }[]>`
    select
      (select count(*) from subscriptions s where s.profile_id = ${profile_id} and ${beganIn(db, 's', { from, until: end })}) as came,
      (select count(*) from subscriptions s where s.profile_id = ${profile_id} and ${endedIn(db, 's', { from, until: end })}) as left`
  return row ?? { came: 0, left: 0 }
}

export interface InsightPostRow {
  id: string
  media_id: string
  description: string
  protected: boolean
  created_at: Date
  likes_count: number
  seen_by: number
  new_subscribers: number
}

/** A page of the posts that came out in the period, newest first, plus the first row of the next page. */
export async function listInsightPosts(
  db: Queryable,
  profile_id: string,
  /** Undefined for all times. */
  period: Period | undefined,
  before: string,
  now: Date,
): Promise<InsightPostRow[]> {
  return await db<InsightPostRow[]>`
    select po.id, po.media_id, po.description, po.protected, po.created_at, po.likes_count,
      (coalesce((select people from post_tallies t where t.post_id = po.id), 0)
        + (select count(*) from post_viewers v where v.post_id = po.id and not v.counted)) as seen_by,
      ${countNewSubscribers(db, 'po', now)} as new_subscribers
    from (
      select * from posts
      where profile_id = ${profile_id} and ${period ? isInPeriod(db, period) : db`true`} and id < ${before}::uuid and ${isShown(db, 'posts')}
      order by id desc ${db.unsafe(`limit ${PAGE_ROWS}`)}
    ) po
    order by po.id desc`
}

/** The fans who came within a day after this row, which has a `profile_id` and a `created_at`. */
function countNewSubscribers(db: Queryable, row: string, now: Date) {
  return db`(
    select count(*) from subscriptions s
    where s.profile_id = ${db(`${row}.profile_id`)} and ${beganIn(db, 's', dayAfter(db, `${row}.created_at`, now))}
  )`
}

export interface InsightStoryRow {
  id: string
  created_at: Date
  ends_at: Date
  /** Null while it is up, or while the sweep has not come to it: then it is counted. */
  people: number | null
  new_subscribers: number
}

/** The newest stories of the period, at most so many: those that are up, and what is left of those that are over. */
export async function listInsightStories(
  db: Queryable,
  profile_id: string,
  { from, until }: Period,
  now: Date,
  max: number,
): Promise<InsightStoryRow[]> {
  return await db<InsightStoryRow[]>`
    select story.id, story.created_at, story.ends_at, story.people, ${countNewSubscribers(db, 'story', now)} as new_subscribers
    from (
      select st.id, st.profile_id, st.created_at, st.expires_at as ends_at, null::integer as people from stories st
      where st.profile_id = ${profile_id} and st.created_at >= ${from} and st.created_at < ${until} and ${isShown(db, 'st')}
      union all
      select story_id, profile_id, created_at, ended_at, people from story_tallies
      where profile_id = ${profile_id} and created_at >= ${from} and created_at < ${until}
      order by created_at desc, id desc ${db.unsafe(`limit ${max}`)}
    ) story
    order by story.created_at desc, story.id desc`
}
