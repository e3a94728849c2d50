import type { Tx } from '#server/db/connect.ts'
import { isOpenToStaff } from '#server/store/visibility/cases.ts'
import { lockProfile, type ReportedObject, readPublished } from './reported-objects.ts'

/** What an address of this house names. */
export type NamedObject =
  | { kind: 'post' | 'story' | 'media'; id: string }
  | {
      kind: 'profile'
      username: string
    }

/**
 * Finds what somebody without an account names, and locks it against deletion until the transaction ends. Protection,
 * blocks and freezes do not count: that person sees nothing of it, but staff look at what is named. The answer to them
 * must not depend on the result.
 */
export async function lockNamedObject(db: Tx, named: NamedObject): Promise<ReportedObject | undefined> {
  if (named.kind === 'profile') return await lockNamedProfile(db, named.username)
  if (named.kind === 'media') return await lockOwnerOfMedia(db, named.id)
  return await lockNamed(db, named.kind, named.id)
}

async function lockNamed(db: Tx, kind: 'post' | 'story', id: string): Promise<ReportedObject | undefined> {
  const [locked] = await db`
    select id from ${db(kind === 'post' ? 'posts' : 'stories')} o
    where id = ${id} and ${isOpenToStaff(db, 'o.profile_id')} for key share`
  return locked && (await readPublished(db, kind, id))
}

async function lockNamedProfile(db: Tx, username: string): Promise<ReportedObject | undefined> {
  const [found] = await db<{ id: string }[]>`
    select n.user_id as id from usernames n
    where n.name_key = ${username.toLowerCase()} and ${isOpenToStaff(db, 'n.user_id')}`
  return found && (await lockProfile(db, found.id))
}

/** The address of a picture or a video leads to what it belongs to. */
async function lockOwnerOfMedia(db: Tx, id: string): Promise<ReportedObject | undefined> {
  const [owner] = await db<{ kind: 'post' | 'story' | 'profile'; id: string }[]>`
    select 'post' as kind, id from posts where media_id = ${id}
    union all select 'post', post_id from post_pictures where media_id = ${id}
    union all select 'story', id from stories where media_id = ${id}
    union all select 'profile', id from profiles p where picture_id = ${id} and ${isOpenToStaff(db, 'p.id')}
    limit 1`
  if (!owner) return undefined
  return owner.kind === 'profile' ? await lockProfile(db, owner.id) : await lockNamed(db, owner.kind, owner.id)
}
