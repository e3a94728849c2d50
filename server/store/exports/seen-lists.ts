import { visibleName } from '#server/store/visibility/people.ts'
import { isShown } from '#server/store/visibility/things.ts'
import type { ListPage } from './account-lists.ts'

/** What the insights of creators are counted with: it is known for 31 days. */

const ROWS = 200

/** The posts that the user has seen, each with the day in UTC on which it was counted. */
export const listSeenPosts: ListPage<{ post_id: string; creator: string; seen_on: string }> = async (
  db,
  { user_id, after },
) =>
  await db`
  select v.post_id as cursor, v.post_id, ${visibleName(db, { person: 'u', to: user_id })} as creator, v.day::text as seen_on
  from post_viewers v join posts p on p.id = v.post_id and ${isShown(db, 'p')} join users u on u.id = p.profile_id
  where v.viewer_id = ${user_id} and v.post_id > ${after} order by v.post_id limit ${ROWS}`

/** The days on which the user saw something of a creator, also of stories that are over. */
export const listSeenCreators: ListPage<{ creator: string; day: string }> = async (db, { user_id, after }) =>
  await db`
  select seen.place as cursor, ${visibleName(db, { person: 'u', to: user_id })} as creator, seen.day::text as day
  from (
      select concat(profile_id, ' ', day) collate "C" as place, profile_id, day from creator_viewers where viewer_id = ${user_id}
    ) seen
    join users u on u.id = seen.profile_id
  where seen.place > ${after} order by seen.place limit ${ROWS}`
