import type { USER_KINDS } from '#contract/staff.ts'
import type { Viewer } from '#server/access.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { emailKey } from '#server/emails.ts'
import { LAST_ID, PAGE_ROWS } from '#server/paging.ts'
import { freezeColumns } from '#server/store/accounts/freezes.ts'
import { viewerColumns } from '#server/store/accounts/users.ts'
import { isNotErased } from '#server/store/visibility/people.ts'

export interface UserFilter {
  /** All users if it is missing. */
  kind?: (typeof USER_KINDS)[number] | undefined
  /** A part of the name or the e-mail address, or a full former name. */
  search?: string | undefined
  /** Only those who wish to become creators. */
  wish?: boolean | undefined
}

export interface AdminUserRow extends Viewer {
  created_at: Date
  creator_approved_at: Date | null
  /** When the account will be erased, if its owner has requested the deletion. */
  erased_at: Date | null
  frozen_at: Date | null
  /** Null also if the account is frozen for good. */
  frozen_until: Date | null
}

/** A page of users, newest first, plus the first row of the next page. */
export async function listUsers(db: Queryable, filter: UserFilter, before: string = LAST_ID): Promise<AdminUserRow[]> {
  // The limit is a literal: with a parameter, PostgreSQL may choose a generic plan that reads whole tables.
  const order_and_limit = db.unsafe(`order by u.id desc limit ${PAGE_ROWS}`)
  return await db<AdminUserRow[]>`
    select ${viewerColumns(db)}, u.created_at, u.creator_approved_at, u.erased_at, ${freezeColumns(db, 'u')}
    ${usersOf(db, filter)} and u.id < ${before} ${order_and_limit}`
}

/** The size of the whole list. */
export async function countUsers(db: Queryable, filter: UserFilter): Promise<number> {
  const [row] = await db<{ total: number }[]>`select count(*) as total ${usersOf(db, filter)}`
  return row?.total ?? 0
}

/** Erased accounts are not listed. */
function usersOf(db: Queryable, { kind, search = '', wish = false }: UserFilter) {
  return db`from users u left join profiles p on p.id = u.id where ${isNotErased(db, 'u')}
    and ${ofKind(db, kind)} and ${found(db, search)} and ${wish ? db`u.wish_to_become_creator` : db`true`}`
}

/** A creator is a user with a profile, whatever the role. A lambda has neither a role nor a profile. */
function ofKind(db: Queryable, kind: UserFilter['kind']) {
  if (kind === undefined) return db`true`
  if (kind === 'creator') return db`p.id is not null`
  if (kind === 'lambda') return db`u.role is null and p.id is null`
  return db`u.role = ${kind}`
}

/**
 * Matches a part of the name or the address. A former name has to match completely, because the generated first names
 * all start alike.
 */
function found(db: Queryable, search: string) {
  const words = emailKey(search)
  if (words === '') return db`true`
  return db`(
    ${holds(db, db`lower(u.username)`, words)} or ${holds(db, db`u.email_key`, words)}
    or u.id = (select user_id from usernames where name_key = ${words})
  )`
}

/**
 * The trigram indexes need three characters. With fewer, an index scan would read the whole index and then the table.
 */
export function holds(db: Queryable, text: Fragment, words: string) {
  if (words.length < 3) return db`strpos(${text}, ${words}) > 0`
  return db`${text} like ${`%${words.replaceAll(/[\\%_]/g, '\\$&')}%`}`
}
