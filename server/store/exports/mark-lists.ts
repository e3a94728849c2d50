import { visibleName } from '#server/store/visibility/people.ts'
import { isShown } from '#server/store/visibility/things.ts'
import { type ListPage, ROWS } from './account-lists.ts'

/** What the marks in protected pictures are traced with: it is kept for two years. */

interface ShownPicture {
  creator: string
  /** Null for stories, and for posts that are gone or hidden. */
  post_id: string | null
  first_shown_at: Date
  last_shown_at: Date
}

/** The pictures that were shown to the user with a mark. */
export const listMarksShown: ListPage<ShownPicture> = async (db, { user_id, after }) =>
  await db`
  select shown.place as cursor, ${visibleName(db, { person: 'u', to: user_id })} as creator, (
      select coalesce(p.id, album.id) from media m
        left join posts p on p.media_id = m.id and ${isShown(db, 'p')}
        left join post_pictures pp on pp.media_id = m.id
        left join posts album on album.id = pp.post_id and ${isShown(db, 'album')}
      where m.store_key = shown.store_key order by m.id desc limit 1
    ) as post_id, shown.first_shown_at, shown.last_shown_at
  from (
      select concat('k', s.store_key) collate "C" as place, s.store_key, s.first_shown_at, s.last_shown_at
      from mark_servings s join viewer_marks v on v.id = s.mark_id where v.viewer_id = ${user_id}
    ) shown
    join marked_pictures mp on mp.store_key = shown.store_key join users u on u.id = mp.owner_id
  where shown.place > ${after} order by shown.place limit ${ROWS}`

interface OwnLookup {
  outcome: string
  sure: number | null
  created_at: Date
}

/** The leaked copies that the user looked up. Whom they named is not repeated. */
export const listOwnLookups: ListPage<OwnLookup> = async (db, { user_id, after }) =>
  await db`
  select id as cursor, outcome, sure, created_at from leak_lookups
  where asker_id = ${user_id} and id > ${after} order by id limit ${ROWS}`
