import type { Queryable } from '#server/db/connect.ts'

/** How long an old name stays reserved after a rename. */
export const RELEASED_NAME_RESERVED_DAYS = 90

/** So many former names stay reserved for their owner. Older ones redirect to them until somebody else takes them. */
const FORMER_NAMES_HELD = 2

/** Assigns a free name to a user, or gives them back a former one. False if the name is taken or still reserved. */
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

/** Sets a claimed name. The previous name is released and goes on redirecting to the user. */
export async function renameUser(db: Queryable, user_id: string, name: string, now: Date): Promise<void> {
  await db`update users set username = ${name} where id = ${user_id}`
  await db`
    update usernames set released_at = ${now}
    where user_id = ${user_id} and name_key <> ${name.toLowerCase()} and released_at is null`
}
