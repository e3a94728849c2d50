import type { Queryable, Tx } from '#server/db/connect.ts'
import { lookAtCreators, viewerToWrite } from './insights/views.ts'
import { isVisible } from './visibility/people.ts'
import { isAccessible, isNotExpired, isShown } from './visibility/things.ts'

export interface NewStory {
  id: string
  profile_id: string
  media_id: string
  description: string
  protected: boolean
  created_at: Date
  expires_at: Date
  is_demo?: boolean
}

export async function insertStory(db: Queryable, { is_demo = false, ...story }: NewStory): Promise<void> {
  await db`insert into stories ${db({ ...story, is_demo })}`
}

/**
 * False if the viewer cannot see such a story. `for key share` makes a concurrent deletion run before or after this. The first
 * time is also one of the day's looks at this creator.
 */
export async function markStorySeen(db: Queryable, viewer_id: string, id: string, now: Date): Promise<boolean> {
  const rows = await db`
    with story as (
      select id, profile_id from stories st
      where id = ${id} and ${isNotExpired(db, 'st', now)} and ${isShown(db, 'st')}
        and ${isVisible(db, { person: 'st.profile_id', to: viewer_id })} and ${isAccessible(db, { thing: 'st', to: viewer_id }, now)}
      for key share
    ), seen as (
      insert into story_views (story_id, user_id, seen_at) select id, ${viewer_id}, ${now} from story
      on conflict do nothing
    ), ${viewerToWrite(db, viewer_id)},
    looked as (${lookAtCreators(db, { viewer_id, seen: db`story`, now })})
    select id from story`
  return rows.length === 1
}

/** Deletes the user's own story. Returns the id of its media, or undefined if there is no such story. */
export async function deleteOwnStory(db: Tx, owner_id: string, id: string, now: Date): Promise<string | undefined> {
  const [row] = await db<{ media_id: string }[]>`
    delete from stories
    where id = ${id} and profile_id = ${owner_id} and ${isNotExpired(db, 'stories', now)} and ${isShown(db, 'stories')}
    returning media_id`
  return row?.media_id
}

/**
 * Deletes a batch of expired stories, with who has seen them, and returns the ids of their media. How many it were stays.
 * Demo stories are left out while the demo renews them.
 */
export async function deleteEndedStories(db: Tx, now: Date, is_demo: boolean): Promise<string[]> {
  const rows = await db<{ media_id: string }[]>`
    with ended as (
      select id, profile_id, created_at, expires_at, hidden_at from stories
      where expires_at <= ${now} ${is_demo ? db`and not is_demo` : db``}
      order by expires_at limit 200
      for update skip locked
    ), counted as (
      insert into story_tallies (story_id, profile_id, created_at, ended_at, people)
      select id, profile_id, created_at, expires_at, (
        select count(*) from story_views v
        where v.story_id = ended.id and v.user_id <> ended.profile_id
          and ${isVisible(db, { person: 'v.user_id', to: db`ended.profile_id` })}
      )
      from ended where ${isShown(db, 'ended')}
    )
    delete from stories using ended where stories.id = ended.id returning stories.media_id`
  return rows.map(({ media_id }) => media_id)
}

/**
 * Moves the demo stories that are about to expire to a later time, unseen. Each moves by whole rounds of 22 hours, so
 * that they do not all expire at the same time.
 */
export async function renewDemoStories(db: Tx, now: Date): Promise<void> {
  const renewed = await db<{ id: string }[]>`
    update stories set created_at = created_at + turns, expires_at = expires_at + turns
    from (
      select id as story_id, interval '22 hours' *
        (floor(extract(epoch from ${now}::timestamptz + interval '1 hour' - expires_at) / (22 * 3600)) + 1) as turns
      from stories where is_demo and expires_at <= ${now}::timestamptz + interval '1 hour'
    ) late
    where id = story_id
    returning id`
  if (renewed.length > 0) await db`delete from story_views where story_id in ${db(renewed.map(({ id }) => id))}`
}
