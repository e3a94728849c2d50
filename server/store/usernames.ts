import type { Queryable } from '#server/db/connect.ts'

/** For this long after a rename nobody else can take the old name. */
export const RELEASED_NAME_RESERVED_DAYS = 90

/** So many former names are held for their owner; older ones lead to them only until somebody else takes them. */
const FORMER_NAMES_HELD = 2

/** Gives a free name to a user, or an own former one back. False when another has it, or had it not long ago. */
export async function claimUsername(db: Queryable, user_id: string, name: string, now: Date): Promise<boolean> {
  const rows = await db`
    insert into usernames (name_key, user_id) values (${name.toLowerCase()}, ${user_id})
    on conflict (name_key) do update set user_id = ${user_id}, released_at = null
      where usernames.user_id = ${user_id}
        or usernames.released_at < ${now}::timestamptz - make_interval(days => ${RELEASED_NAME_RESERVED_DAYS})
        or ${FORMER_NAMES_HELD} <= (
          select count(*) from usernames newer
          where newer.user_id = usernames.user_id
            and (newer.released_at, newer.name_key) > (usernames.released_at, usernames.name_key)
        )
    returning name_key`
  return rows.length === 1
}

/** Makes a claimed name the user's name; the one before it is released and goes on leading to them. */
export async function renameUser(db: Queryable, user_id: string, name: string, now: Date): Promise<void> {
  await db`update users set username = ${name} where id = ${user_id}`
  await db`
    update usernames set released_at = ${now}
    where user_id = ${user_id} and name_key <> ${name.toLowerCase()} and released_at is null`
}
