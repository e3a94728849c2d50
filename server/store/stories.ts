import type { Queryable, Tx } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { lookAtCreators, viewerToWrite } from './insights/views.ts'
import { isMarked } from './picture-marks.ts'
import { isNotMuted, isVisible, isVisibleInList } from './visibility/people.ts'
import { accessTo, isAccessible, isNotExpired, isShown } from './visibility/things.ts'

/** The most stories of one creator in a list. */
const STORIES_LISTED_MAX = 500
/** The most stories in the strip. Those of creators whose stories the viewer has seen are dropped first. */
const STRIP_MAX = 100

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

/** A story as one viewer sees it. `media_id` is null if they may not see the file. */
export interface StoryRow {
  id: string
  profile_id: string
  username: string
  picture_id: string | null
  media_id: string | null
  content_type: string
  description: string
  protected: boolean
  /** Whether it carries the name of the viewer. */
  is_marked: boolean
  accessible: boolean
  accessible_until: Date | null
  expires_at: Date
  seen: boolean
}

export async function insertStory(db: Queryable, { is_demo = false, ...story }: NewStory): Promise<void> {
  await db`insert into stories ${db({ ...story, is_demo })}`
}

export interface StoriesOf {
  profile_id?: string | undefined
  id?: string | undefined
}

/**
 * The stories that have not expired: the viewer's own first, then creators with something new, then creators whose
 * stories the viewer has seen; oldest first per creator. A story that the viewer cannot open does not mark a creator as
 * new again. Without a creator or an id it is the strip, which leaves out those whom the viewer has muted.
 */
export async function listStories(db: Queryable, viewer_id: string, now: Date, of: StoriesOf): Promise<StoryRow[]> {
  const { profile_id, id } = of
  const isStrip = profile_id === undefined && id === undefined
  const creators = isStrip
    ? await listStripCreators(db, viewer_id, now)
    : profile_id === undefined
      ? undefined
      : [profile_id]
  const access = accessTo(db, { thing: 'st', to: viewer_id }, now)
  return await db<StoryRow[]>`
    select id, profile_id, username, picture_id, case when accessible then media_id end as media_id, content_type,
      description, protected, is_marked, accessible, accessible_until, expires_at, seen
    from (
      select *,
        max(created_at) over creator as newest_at,
        bool_or(accessible and not seen) over creator or not bool_or(accessible) over creator as is_new
      from (
        select st.*, u.username, pr.picture_id, m.content_type,
          v.story_id is not null as seen, ${isMarked(db, { thing: 'st', to: viewer_id })} as is_marked,
          ${access.is_accessible} as accessible, ${access.until} as accessible_until
        from stories st
          -- Row by row: for plain joins PostgreSQL reads thousands of people and pictures to merge them with a few stories.
          cross join lateral (select content_type from media where id = st.media_id offset 0) m
          cross join lateral (select picture_id, picture_mark from profiles where id = st.profile_id offset 0) pr
          cross join lateral (select username from users where id = st.profile_id offset 0) u
          left join story_views v on v.story_id = st.id and v.user_id = ${viewer_id}
          ${access.join}
        where ${isNotExpired(db, 'st', now)} and ${isShown(db, 'st')}
          and ${isVisibleInList(db, { person: 'st.profile_id', to: viewer_id })} and ${storiesOf(db, viewer_id, { creators, id })}
      ) seen_by_viewer
      window creator as (partition by profile_id)
    ) ranked
    order by profile_id <> ${viewer_id}, not is_new, newest_at desc, profile_id, created_at, id
    limit ${isStrip ? STRIP_MAX : STORIES_LISTED_MAX}`
}

interface Wanted {
  creators: string[] | undefined
  id: string | undefined
}

/** Without an id and without creators it is a strip of few stories. */
function storiesOf(db: Queryable, viewer_id: string, { creators, id }: Wanted): Fragment {
  if (id !== undefined) return db`st.id = ${id}`
  if (creators) return db`st.profile_id = any(${creators}::uuid[])`
  return isNotMuted(db, { person: 'st.profile_id', to: viewer_id })
}

/**
 * The creators of the strip: the viewer, and as many others as it takes to fill it. Undefined if there are so few stories
 * that all can be read at once.
 */
async function listStripCreators(db: Queryable, viewer_id: string, now: Date): Promise<string[] | undefined> {
  const [row] = await db<{ up: number }[]>`
    select count(*)::int as up from (
      select from stories where ${isUp(db, 'stories', now)} ${db.unsafe(`limit ${STRIP_MAX + 1}`)}
    ) story`
  if ((row?.up ?? 0) <= STRIP_MAX) return undefined
  const others = await listOthers(db, viewer_id, now, { is_new: true })
  if (sumOf(others) < STRIP_MAX) others.push(...(await listOthers(db, viewer_id, now, { is_new: false })))
  const creators = others.filter((_, index) => sumOf(others.slice(0, index)) < STRIP_MAX)
  return [viewer_id, ...creators.map(({ profile_id }) => profile_id)]
}

function isUp(db: Queryable, story: string, now: Date): Fragment {
  return db`${isNotExpired(db, story, now)} and ${isShown(db, story)}`
}

interface StripCreator {
  profile_id: string
  stories: number
}

function sumOf(creators: StripCreator[]): number {
  return creators.reduce((sum, { stories }) => sum + stories, 0)
}

/**
 * Creators with something new for the viewer, or without, by their newest story. Stories are read newest first until
 * there are enough, so that the cost does not depend on how many are up, but on how many the viewer has seen. The limit is
 * a literal: with a parameter, PostgreSQL may choose a generic plan that reads all stories.
 */
async function listOthers(
  db: Queryable,
  viewer_id: string,
  now: Date,
  { is_new }: { is_new: boolean },
): Promise<StripCreator[]> {
  return await db<StripCreator[]>`
    select newest.profile_id, creator.stories
    from stories newest cross join lateral (
      select not bool_or(is_later) as is_newest, bool_or(accessible and not seen) or not bool_or(accessible) as is_new,
        count(*)::int as stories
      from (
        select ${isAccessible(db, { thing: 'own', to: viewer_id }, now)} as accessible,
          exists (select from story_views v where v.story_id = own.id and v.user_id = ${viewer_id}) as seen,
          (own.created_at, own.id) > (newest.created_at, newest.id) as is_later
        from stories own where own.profile_id = newest.profile_id and ${isUp(db, 'own', now)}
      ) story
    ) creator
    where ${isUp(db, 'newest', now)} and newest.profile_id <> ${viewer_id}
      and (select ${isVisibleInList(db, { person: 'newest.profile_id', to: viewer_id })})
      and ${isNotMuted(db, { person: 'newest.profile_id', to: viewer_id })}
      and creator.is_newest and creator.is_new = ${is_new}
    order by newest.created_at desc, newest.profile_id ${db.unsafe(`limit ${STRIP_MAX}`)}`
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
