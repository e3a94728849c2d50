import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { authorOf, contentVersion, keepContents, type Versioned } from './kept-contents.ts'
import { canBeMarked } from './picture-marks.ts'
import { isNotBlockedInList, isNotMuted, isPresent, isVisibleInList } from './visibility/people.ts'
import { accessTo, isAccessible, isNotExpired, isShown } from './visibility/things.ts'

/** The most stories of one creator in a list. */
const STORIES_LISTED_MAX = 500
/** The most stories in the strip. Those of creators whose stories the viewer has seen are dropped first. */
const STRIP_MAX = 100

/** What of a story is the same for everybody. Its picture is only for those who may see it. */
interface StoryContent {
  id: string
  version: string
  profile_id: string
  username: string
  picture_id: string | null
  media_id: string
  content_type: string
  description: string
  protected: boolean
  expires_at: Date
  /** Whether its creator has protected pictures marked, and this one can carry a mark. */
  has_marks: boolean
}

/** What a viewer sees of a story, with the version of the content that this was decided for. */
export interface SeenStory {
  id: string
  version: string
  accessible: boolean
  accessible_until: Date | null
  seen: boolean
}

/** A story as one viewer sees it. `media_id` is null if they may not see the file. */
export interface StoryRow extends Omit<StoryContent, 'version' | 'media_id' | 'has_marks'> {
  media_id: string | null
  /** Whether it carries the name of the viewer. */
  is_marked: boolean
  accessible: boolean
  accessible_until: Date | null
  seen: boolean
}

/** The stories of one creator, or one story. */
export type StoriesOf = { profile_id: string } | { id: string }

/** The stories that have not expired, in the order of the strip. */
export async function listStories(db: Queryable, viewer_id: string, now: Date, of: StoriesOf): Promise<StoryRow[]> {
  const chosen = 'id' in of ? db`st.id = ${of.id}` : db`st.profile_id = ${of.profile_id}`
  return await listChosen(db, viewer_id, now, { chosen, rows: STORIES_LISTED_MAX })
}

/** The strip of one viewer, which leaves out those whom they have muted, when there are many stories. */
export async function listStripOfMany(db: Queryable, viewer_id: string, now: Date): Promise<StoryRow[]> {
  const creators = await listStripCreators(db, viewer_id, now)
  return await listChosen(db, viewer_id, now, { chosen: db`st.profile_id = any(${creators}::uuid[])`, rows: STRIP_MAX })
}

/**
 * What each of these viewers sees in their strip, in one statement: what does not depend on the viewer is looked up once for all of
 * them. Undefined if more stories are up than a strip has.
 *
 * One row lists the stories, in the order of their places, and one for each viewer says what they see of which place. The driver
 * takes many times longer to read a hundred rows than one text, and PostgreSQL to write a hundred lists than a hundred numbers.
 */
export async function decideStrips(
  db: Queryable,
  viewer_ids: readonly string[],
  now: Date,
): Promise<SeenStory[][] | undefined> {
  const viewer_id = db`viewer.id`
  const wanted = isNotMuted(db, { person: 'st.profile_id', to: viewer_id })
  const rows = await db<StripRow[]>`
    with told as materialized (
      select *, xmin as written_by from stories st where ${isUp(db, 'st', now)} ${db.unsafe(`limit ${STRIP_MAX + 1}`)}
    ),
    up as materialized (${storiesUp(db, db`told`, db`(select count(*) from told) <= ${db.unsafe(String(STRIP_MAX))}`)})
    select 0 as number, (select count(*) from told)::int as stories, null::json as seen, null::json as until,
      (select string_agg(id::text || ' ' || version, ',' order by place) from up) as versions
    union all
    select viewer.number::int, null, strip.seen, strip.until, null
    -- Selected, the list has no length that a plan could depend on: to make a new plan takes longer than to look up.
    from unnest((select ${[...viewer_ids]}::uuid[])) with ordinality viewer (id, number)
      cross join lateral (
        select json_agg(place * 4 + seen::int * 2 + accessible::int order by ${inOrder(db, viewer_id)}) as seen,
          json_object_agg(place, accessible_until) filter (where accessible_until is not null) as until
        from (${seenBy(db, viewer_id, now, wanted)}) seen
      ) strip`
  const head = rows.find(({ number }) => number === 0)
  if (!head || head.stories > STRIP_MAX) return undefined
  const stories = (head.versions ?? '').split(',').map((text) => {
    const [id = '', ...version] = text.split(' ')
    return { id, version: version.join(' ') }
  })
  const strips = new Map(rows.map((row) => [row.number, row]))
  return viewer_ids.map((_, index) => seenOf(strips.get(index + 1), stories))
}

function seenOf(row: StripRow | undefined, stories: readonly Versioned[]): SeenStory[] {
  const { seen, until } = row ?? {}
  return (seen ?? []).flatMap((code) => {
    const place = code >> 2
    const story = stories[place - 1]
    if (!story) return []
    const ends_at = until?.[place]
    return {
      ...story,
      accessible: (code & IS_ACCESSIBLE) !== 0,
      accessible_until: ends_at === undefined ? null : new Date(ends_at),
      seen: (code & IS_SEEN) !== 0,
    }
  })
}

const IS_ACCESSIBLE = 1
const IS_SEEN = 2

interface StripRow {
  /** Of the viewer; 0 is the row about the stories. */
  number: number
  /** How many are up, one more than a strip has at most. */
  stories: number
  /** The ids with their versions. */
  versions: string | null
  /** Of each story four times its place, with `IS_SEEN` and `IS_ACCESSIBLE` added. */
  seen: number[] | null
  until: Record<number, string> | null
}

/** The stories of a strip that was decided for this viewer. Undefined if one of them has changed meanwhile. */
export async function storiesOfStrip(
  db: Queryable,
  viewer_id: string,
  seen: SeenStory[],
): Promise<StoryRow[] | undefined> {
  const contents = await findContents(db, seen)
  return contents?.map((content, place) => presentTo(viewer_id, content, seen[place]))
}

/** The strip of one viewer when there are few stories, decided and read in one statement. */
export async function listStrip(db: Queryable, viewer_id: string, now: Date): Promise<StoryRow[]> {
  const chosen = isNotMuted(db, { person: 'st.profile_id', to: viewer_id })
  return await listChosen(db, viewer_id, now, { chosen, rows: STRIP_MAX })
}

async function listChosen(
  db: Queryable,
  viewer_id: string,
  now: Date,
  { chosen, rows }: { chosen: Fragment; rows: number },
): Promise<StoryRow[]> {
  const told = db`(select *, xmin as written_by from stories st where ${isUp(db, 'st', now)} and ${chosen})`
  const stories = await db<(StoryContent & SeenStory)[]>`
    with up as materialized (${storiesUp(db, told, db`true`)})
    select content.*, seen.accessible, seen.accessible_until, seen.seen
    from (
      select * from (${seenBy(db, viewer_id, now, db`true`)}) seen
      order by ${inOrder(db, viewer_id)} ${db.unsafe(`limit ${rows}`)}
    ) seen
      cross join lateral (${contentOf(db, db`st.id = seen.id`)} offset 0) content
    order by ${inOrder(db, viewer_id)}`
  return stories.map((story) => presentTo(viewer_id, story, story))
}

/**
 * Those of the stories `told` that are by people who are there, with their places in an order that has no viewer: by the newest
 * story of each creator, oldest first per creator.
 */
function storiesUp(db: Queryable, told: Fragment, only_if: Fragment): Fragment {
  return db`
    select *,
      dense_rank() over (order by newest_at desc, profile_id)::int as creator,
      row_number() over (order by newest_at desc, profile_id, created_at, id)::int as place
    from (
      select st.id, st.profile_id, st.protected, st.created_at, ${contentVersion(db, 'st', 'written_by')} as version,
        max(st.created_at) over (partition by st.profile_id) as newest_at
      from ${told} st ${authorOf(db, 'st')}
      where ${isPresent(db, 'st.profile_id')} and ${only_if}
    ) st`
}

/**
 * What one viewer sees of the stories that are `up`. A creator is new for them who has told something that they have not seen;
 * a story that they cannot open does not make a creator new again.
 */
function seenBy(db: Queryable, viewer_id: string | Fragment, now: Date, wanted: Fragment): Fragment {
  const access = accessTo(db, { thing: 'st', to: viewer_id }, now)
  return db`
    select *, bool_or(accessible and not seen) over of_creator or not bool_or(accessible) over of_creator as is_new
    from (
      select st.id, st.profile_id, st.creator, st.place, v.story_id is not null as seen,
        ${access.is_accessible} as accessible, ${access.until} as accessible_until
      from up st
        left join lateral (
          select story_id from story_views where story_id = st.id and user_id = ${viewer_id} limit 1
        ) v on true
        ${access.join}
      where ${isNotBlockedInList(db, { person: 'st.profile_id', to: viewer_id })} and ${wanted}
    ) of_viewer
    window of_creator as (partition by creator)`
}

/** The order of what is `seen`: the viewer's own stories, new creators, then the others. */
function inOrder(db: Queryable, viewer_id: string | Fragment): Fragment {
  return db`seen.profile_id <> ${viewer_id}, not seen.is_new, seen.place`
}

function contentOf(db: Queryable, chosen: Fragment): Fragment {
  return db`
    select st.id, ${contentVersion(db, 'st', 'xmin')} as version, st.profile_id, u.username, pr.picture_id, st.media_id,
      m.content_type, st.description, st.protected, st.expires_at,
      (pr.picture_mark <> 'off' and ${canBeMarked(db, 'st')}) as has_marks
    from stories st
      cross join lateral (select content_type from media where id = st.media_id offset 0) m
      ${authorOf(db, 'st')}
    where ${chosen}`
}

/** Enough for the strip of each viewer. */
const KEPT_MAX = 1000

const findContents = keepContents<StoryContent>(KEPT_MAX, async (db, ids) => {
  // Selected, the list has no length that a plan could depend on: to make a new plan takes longer than to look up.
  return await db<StoryContent[]>`${contentOf(db, db`st.id = any((select ${[...ids]})::uuid[])`)}`
})

function presentTo(
  viewer_id: string,
  { media_id, has_marks, ...content }: StoryContent,
  seen: SeenStory | undefined,
): StoryRow {
  const accessible = seen?.accessible === true
  return {
    ...content,
    media_id: accessible ? media_id : null,
    is_marked: has_marks && content.protected && content.profile_id !== viewer_id,
    accessible,
    accessible_until: seen?.accessible_until ?? null,
    seen: seen?.seen === true,
  }
}

function isUp(db: Queryable, story: string, now: Date): Fragment {
  return db`${isNotExpired(db, story, now)} and ${isShown(db, story)}`
}

/** The creators of a strip of many stories: the viewer, and as many others as it takes to fill it. */
async function listStripCreators(db: Queryable, viewer_id: string, now: Date): Promise<string[]> {
  const others = await listOthers(db, viewer_id, now, { is_new: true })
  if (sumOf(others) < STRIP_MAX) others.push(...(await listOthers(db, viewer_id, now, { is_new: false })))
  const creators = others.filter((_, index) => sumOf(others.slice(0, index)) < STRIP_MAX)
  return [viewer_id, ...creators.map(({ profile_id }) => profile_id)]
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
