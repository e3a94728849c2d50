import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { dayOf } from '#server/time.ts'
import { isNotErased, isNotFrozen, isVisibleInList } from '../visibility/people.ts'
import { isAccessible, isShown } from '../visibility/things.ts'

/** For how many days it is known who has seen something. Periods are not longer, so that each counts a person once. */
export const VIEWERS_KEPT_DAYS = 31
/** The rows that one statement counts or deletes. */
const BATCH = 5_000

/**
 * Writes down that somebody has seen these posts, as far as they may see them and they are not their own. Whoever has seen
 * one in the last 31 days is not counted again. It changes nothing that others read or write at the same time: neither
 * the posts nor a tally, which a job brings up to date (`countViewers`). All in one order, so that concurrent calls of
 * one person cannot deadlock.
 */
export async function insertPostViews(db: Queryable, viewer_id: string, post_ids: string[], now: Date): Promise<void> {
  await db`
    with ${viewerToWrite(db, viewer_id)},
    seen as materialized (
      select posts.id, posts.profile_id from posts cross join viewer
      where posts.id = any(${post_ids}::uuid[]) and posts.profile_id <> ${viewer_id} and ${isShown(db, 'posts')}
        and ${isVisibleInList(db, { person: 'posts.profile_id', to: viewer_id })}
        and ${isAccessible(db, { thing: 'posts', to: viewer_id }, now)}
    ),
    looked as (${lookAtCreators(db, { viewer_id, seen: db`seen`, now })})
    insert into post_viewers (post_id, viewer_id, day)
    select id, ${viewer_id}, ${dayOf(now)}::date from seen order by id
    on conflict do nothing`
}

/**
 * A common table expression `viewer`, without a row if the account is erased or frozen meanwhile: `for key share` waits for
 * an erasure that is under way.
 */
export function viewerToWrite(db: Queryable, viewer_id: string): Fragment {
  return db`viewer as materialized (
    select u.id as viewer_id from users u
    where u.id = ${viewer_id} and ${isNotErased(db, 'u')} and ${isNotFrozen(db, 'u')} for key share
  )`
}

/**
 * Writes down that somebody has seen something of these creators today. `seen` has their `profile_id`, and `viewerToWrite`
 * stands before it. The days since the time before are what the number of different people of a period is counted with.
 */
export function lookAtCreators(
  db: Queryable,
  { viewer_id, seen, now }: { viewer_id: string; seen: Fragment; now: Date },
): Fragment {
  const today = db`${dayOf(now)}::date`
  return db`
    insert into creator_viewers (profile_id, viewer_id, day, gap)
    select creator.profile_id, viewer.viewer_id, ${today}, coalesce(least(${today} - last.day, ${VIEWERS_KEPT_DAYS}::int), ${VIEWERS_KEPT_DAYS}::int)
    from (select distinct profile_id from ${seen} seen) creator cross join viewer
      left join lateral (
        select max(day) as day from creator_viewers v
        where v.profile_id = creator.profile_id and v.viewer_id = ${viewer_id}
      ) last on true
    where creator.profile_id <> ${viewer_id} and (last.day is null or last.day < ${today})
    order by creator.profile_id
    on conflict do nothing`
}

/** Adds a batch of viewers to the tallies. Each row is counted once, whichever process does it. False when none is left. */
export async function countViewers(db: Queryable): Promise<boolean> {
  const posts = await db`
    with counted as (
      update post_viewers v set counted = true
      from (
        select post_id, viewer_id from post_viewers where not counted
        order by post_id ${db.unsafe(`limit ${BATCH}`)} for update skip locked
      ) batch
      where v.post_id = batch.post_id and v.viewer_id = batch.viewer_id
      returning v.post_id
    )
    ${addToPostTallies(db, db`counted`)}`
  const creators = await db`
    with counted as (
      update creator_viewers v set counted = true
      from (
        select profile_id, viewer_id, day from creator_viewers where not counted
        order by profile_id, day ${db.unsafe(`limit ${BATCH}`)} for update skip locked
      ) batch
      where v.profile_id = batch.profile_id and v.viewer_id = batch.viewer_id and v.day = batch.day
      returning v.profile_id, v.day, v.gap
    )
    ${addToCreatorTallies(db, db`counted`)}`
  return posts.count > 0 || creators.count > 0
}

/** In the order of the ids, so that two processes cannot deadlock. */
function addToPostTallies(db: Queryable, counted: Fragment): Fragment {
  return db`
    insert into post_tallies (post_id, people)
    select post_id, count(*) from ${counted} c group by post_id order by post_id
    on conflict (post_id) do update set people = post_tallies.people + excluded.people`
}

function addToCreatorTallies(db: Queryable, counted: Fragment): Fragment {
  return db`
    insert into creator_tallies (profile_id, day, gap, people)
    select profile_id, day, gap, count(*) from ${counted} c group by profile_id, day, gap order by profile_id, day, gap
    on conflict (profile_id, day, gap) do update set people = creator_tallies.people + excluded.people`
}

/** Erases a batch of who has seen something more than 31 days ago. The tallies stay. False when none is left. */
export async function deleteOldViewers(db: Queryable, now: Date): Promise<boolean> {
  const before = db`${dayOf(now)}::date - ${VIEWERS_KEPT_DAYS}::int`
  const posts = await db`
    delete from post_viewers where ctid = any(array(
      select ctid from post_viewers where day < ${before} and counted ${db.unsafe(`limit ${BATCH}`)} for update skip locked
    ))`
  const creators = await db`
    delete from creator_viewers where ctid = any(array(
      select ctid from creator_viewers where day < ${before} and counted ${db.unsafe(`limit ${BATCH}`)} for update skip locked
    ))`
  return posts.count > 0 || creators.count > 0
}

/** Erases what this person has seen, and who has seen something of theirs. Others keep the number, without the person. */
export async function eraseViews(db: Queryable, user_id: string): Promise<void> {
  await db`
    with gone as (delete from post_viewers where viewer_id = ${user_id} returning post_id, counted)
    ${addToPostTallies(db, db`(select post_id from gone where not counted)`)}`
  await db`delete from creator_viewers where profile_id = ${user_id}`
  await db`
    with gone as (delete from creator_viewers where viewer_id = ${user_id} returning profile_id, day, gap, counted)
    ${addToCreatorTallies(db, db`(select profile_id, day, gap from gone where not counted)`)}`
  await db`delete from creator_tallies where profile_id = ${user_id}`
  await db`delete from story_tallies where profile_id = ${user_id}`
}

/** What was counted of a creator before. */
export interface CountedBefore {
  /** Days such as "2026-11-17". */
  days: { day: string; gap: number; people: number }[]
  posts: { post_id: string; people: number }[]
  stories: { story_id: string; created_at: Date; ended_at: Date; people: number }[]
}

/** Writes tallies without anybody behind them, for the demo world. */
export async function insertTallies(db: Queryable, profile_id: string, counted: CountedBefore): Promise<void> {
  for (const tally of counted.days) await db`insert into creator_tallies ${db({ profile_id, ...tally })}`
  for (const tally of counted.posts) await db`insert into post_tallies ${db({ ...tally })}`
  for (const tally of counted.stories) await db`insert into story_tallies ${db({ profile_id, ...tally })}`
}
