import { randomBytes } from 'node:crypto'
import type { Queryable } from '#server/db/connect.ts'
import { newId } from './ids.ts'
import { viewerToWrite } from './insights/views.ts'
import type { MediaFile } from './media.ts'
import { isNotErased, isPresentForStaff, isVisible } from './visibility/people.ts'
import { isShown } from './visibility/things.ts'

export interface ViewerMark {
  id: string
  key: Buffer
}

/** The key of somebody's marks; made when it is asked for the first time. Undefined if the account is gone meanwhile. */
export async function findOrMakeViewerMark(
  db: Queryable,
  viewer_id: string,
  now: Date,
): Promise<ViewerMark | undefined> {
  const find = async () => (await db<ViewerMark[]>`select id, key from viewer_marks where viewer_id = ${viewer_id}`)[0]
  const known = await find()
  if (known) return known
  await db`
    with ${viewerToWrite(db, viewer_id)}
    insert into viewer_marks (id, viewer_id, key, created_at)
    select ${newId(now)}, viewer.viewer_id, ${randomBytes(32)}, ${now} from viewer
    on conflict (viewer_id) do nothing`
  return await find()
}

export interface Serving {
  store_key: string
  owner_id: string
  mark_id: string
  thumbnail: { width: number; bytes: Uint8Array }
}

/** Writes down that a picture was shown with somebody's mark. */
export async function insertServing(db: Queryable, serving: Serving, now: Date): Promise<void> {
  const { store_key, owner_id, mark_id, thumbnail } = serving
  await db`
    insert into marked_pictures (store_key, owner_id, thumbnail, thumbnail_width, last_shown_at)
    values (${store_key}, ${owner_id}, ${Buffer.from(thumbnail.bytes)}, ${thumbnail.width}, ${now})
    on conflict (store_key) do update set last_shown_at = excluded.last_shown_at`
  await db`
    insert into mark_servings (store_key, mark_id, first_shown_at, last_shown_at)
    values (${store_key}, ${mark_id}, ${now}, ${now})
    on conflict (store_key, mark_id) do update set last_shown_at = excluded.last_shown_at`
}

export interface MarkedPicture {
  store_key: string
  owner_id: string
  thumbnail: Buffer
  thumbnail_width: number
}

/** Pictures that were shown with marks, those shown last first, and how many there are. */
export async function listMarkedPictures(
  db: Queryable,
  { owner_id, most }: { owner_id?: string | undefined; most: number },
): Promise<{ pictures: MarkedPicture[]; total: number }> {
  const of = owner_id === undefined ? db`` : db`where owner_id = ${owner_id}`
  const pictures = await db<MarkedPicture[]>`
    select store_key, owner_id, thumbnail, thumbnail_width from marked_pictures ${of}
    order by last_shown_at desc ${db.unsafe(`limit ${most}`)}`
  const [row] = await db<[{ total: number }]>`select count(*)::int as total from marked_pictures ${of}`
  return { pictures, total: row.total }
}

export interface ServedTo {
  viewer_id: string | null
  key: Buffer
  first_shown_at: Date
  last_shown_at: Date
}

/** To whom a picture was shown, the last ones first. */
export async function listServedTo(db: Queryable, store_key: string, most: number): Promise<ServedTo[]> {
  return await db<ServedTo[]>`
    select v.viewer_id, v.key, s.first_shown_at, s.last_shown_at
    from mark_servings s join viewer_marks v on v.id = s.mark_id
    where s.store_key = ${store_key} order by s.last_shown_at desc ${db.unsafe(`limit ${most}`)}`
}

/** The names that a creator, or staff, may read of these people. */
export async function listNames(
  db: Queryable,
  ids: string[],
  asker: { id: string; is_staff: boolean },
): Promise<Map<string, string>> {
  const may = asker.is_staff ? isPresentForStaff(db, 'u.id') : isVisible(db, { person: 'u.id', to: asker.id })
  const rows = await db<{ id: string; username: string }[]>`
    select u.id, u.username from users u where u.id = any(${ids}::uuid[]) and ${isNotErased(db, 'u')} and ${may}`
  return new Map(rows.map(({ id, username }) => [id, username]))
}

export interface LeakedPicture {
  media_id: string
  files: MediaFile[]
  post_id: string | null
  description: string
  username: string
}

/** The post or story that a stored picture belongs to. Undefined if it is gone or hidden. */
export async function findLeakedPicture(db: Queryable, store_key: string): Promise<LeakedPicture | undefined> {
  const [row] = await db<LeakedPicture[]>`
    select m.id as media_id, m.files, coalesce(po.id, album.id) as post_id,
      coalesce(po.description, album.description, st.description, '') as description, u.username
    from media m
      join users u on u.id = m.owner_id
      left join posts po on po.media_id = m.id and ${isShown(db, 'po')}
      left join post_pictures pp on pp.media_id = m.id
      left join posts album on album.id = pp.post_id and ${isShown(db, 'album')}
      left join stories st on st.media_id = m.id and ${isShown(db, 'st')}
    where m.store_key = ${store_key} and coalesce(po.id, album.id, st.id) is not null
    order by m.id desc limit 1`
  return row
}

export interface NewLeakLookup {
  id: string
  asker_id: string
  as_staff: boolean
  outcome: string
  sure: number | null
  owner_id: string | null
  viewer_id: string | null
  created_at: Date
}

/** Keeps that somebody looked a copy up. */
export async function insertLeakLookup(db: Queryable, lookup: NewLeakLookup): Promise<void> {
  await db`insert into leak_lookups ${db({ ...lookup })}`
}

const DELETED_AT_ONCE = 5000

/** Forgets who was shown what before this time, pictures whose files are gone, and old look-ups. */
export async function deleteOldMarks(db: Queryable, before: { servings: Date; lookups: Date }): Promise<void> {
  const most = db.unsafe(`limit ${DELETED_AT_ONCE}`)
  for (;;) {
    const gone = await db`
      delete from mark_servings where (store_key, mark_id) in (
        select store_key, mark_id from mark_servings where last_shown_at < ${before.servings} ${most}
      )`
    if (gone.count < DELETED_AT_ONCE) break
  }
  for (;;) {
    const gone = await db`
      delete from marked_pictures where store_key in (
        select store_key from marked_pictures p
        where not exists (select from media where media.store_key = p.store_key) ${most}
      )`
    if (gone.count < DELETED_AT_ONCE) break
  }
  // Keys without anybody, of which nothing is left.
  await db`
    delete from viewer_marks v
    where v.viewer_id is null and not exists (select from mark_servings s where s.mark_id = v.id)`
  await db`delete from leak_lookups where created_at < ${before.lookups}`
}

/** Erases an account: its key stays without a name, what it published and looked up goes. */
export async function eraseMarks(db: Queryable, user_id: string): Promise<void> {
  await db`update viewer_marks set viewer_id = null where viewer_id = ${user_id}`
  await db`delete from marked_pictures where owner_id = ${user_id}`
  await db`delete from leak_lookups where asker_id = ${user_id}`
  await db`update leak_lookups set viewer_id = null where viewer_id = ${user_id}`
  await db`update leak_lookups set owner_id = null where owner_id = ${user_id}`
}
