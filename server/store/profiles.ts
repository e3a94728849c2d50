import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { isNotMuted, isVisible } from './visibility/people.ts'
import { activeSubscription } from './visibility/subscribers.ts'
import { isShown } from './visibility/things.ts'

export interface ProfileRow {
  id: string
  username: string
  bio: string
  picture_id: string | null
  day_subscription: string
  week_subscription: string
  month_subscription: string
  suscribed: boolean
  suscribed_until: Date | null
  is_muted: boolean
  pinned_post_id: string | null
  /** Whether the viewer is told when tickets can be bought. */
  is_waiting: boolean
}

export interface ProfileChanges {
  bio?: string
  picture_id?: string
  day_subscription?: string
  week_subscription?: string
  month_subscription?: string
}

/** False if the user has a profile already. */
export async function insertProfile(
  db: Queryable,
  profile: ProfileChanges & { id: string; created_at: Date },
): Promise<boolean> {
  const rows = await db`insert into profiles ${db({ ...profile })} on conflict (id) do nothing returning id`
  return rows.length === 1
}

export async function updateProfile(db: Queryable, id: string, changes: ProfileChanges): Promise<void> {
  if (Object.keys(changes).length > 0) await db`update profiles set ${db({ ...changes })} where id = ${id}`
}

/**
 * Locks a profile until the transaction ends (`for no key update`) and returns its picture. Undefined if there is no
 * profile.
 */
export async function lockProfile(db: Queryable, id: string): Promise<{ picture_id: string | null } | undefined> {
  const [row] = await db<{ picture_id: string | null }[]>`
    select picture_id from profiles where id = ${id} for no key update`
  return row
}

/** A profile by its id, or by its current or a former name. */
export type ProfileKey = { id: string } | { username: string }

function isProfile(db: Queryable, key: ProfileKey): Fragment {
  if ('id' in key) return db`p.id = ${key.id}`
  return db`p.id = (select user_id from usernames where name_key = ${key.username.toLowerCase()})`
}

/** The id of a profile, if the viewer may see it. */
export async function findProfileId(db: Queryable, viewer_id: string, username: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select p.id from profiles p
    where ${isProfile(db, { username })} and ${isVisible(db, { person: 'p.id', to: viewer_id })}`
  return row?.id
}

/** A profile as one viewer sees it. */
export async function findProfile(
  db: Queryable,
  viewer_id: string,
  key: ProfileKey,
  now: Date,
): Promise<ProfileRow | undefined> {
  const subscription = activeSubscription(db, { fan: viewer_id, creator: 'p.id' }, now)
  const [row] = await db<ProfileRow[]>`
    select p.id, u.username, p.bio, p.picture_id, p.day_subscription, p.week_subscription, p.month_subscription,
      ${subscription.is_active} as suscribed, ${subscription.until} as suscribed_until,
      not ${isNotMuted(db, { person: 'p.id', to: viewer_id })} as is_muted,
      (
        select id from posts where profile_id = p.id and pinned_at is not null and ${isShown(db, 'posts')}
      ) as pinned_post_id,
      exists (select from waiting_fans w where w.creator_id = p.id and w.fan_id = ${viewer_id}) as is_waiting
    from profiles p
      join users u on u.id = p.id
      ${subscription.join}
    where ${isProfile(db, key)} and ${isVisible(db, { person: 'p.id', to: viewer_id })}`
  return row
}
