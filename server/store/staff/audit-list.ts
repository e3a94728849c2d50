import type { Role } from '#contract/accounts.ts'
import { type AuditAction, COMMAND_LINE } from '#contract/staff.ts'
import type { Queryable } from '#server/db/connect.ts'
import { LAST_ID, PAGE_ROWS } from '#server/paging.ts'
import { presentPicture, UNNAMED_MEMBER } from '#server/store/visibility/people.ts'
import { holds } from './admin-users.ts'

export interface AuditFilter {
  /** A username, or the command line. Everybody if it is empty. */
  who?: string | undefined
  action?: AuditAction | undefined
  /** A part of a username, or a full former one. */
  search?: string | undefined
}

/** An entry of the audit log. Names are the current ones. */
export interface AuditRow {
  id: string
  created_at: Date
  /** Null for the command line. */
  staff_id: string | null
  staff_name: string
  staff_picture_id: string | null
  action: AuditAction
  name: string
  picture_id: string | null
  post_id: string | null
  reason: string | null
  creator: string | null
  days: number | null
  role: Role | null
}

/** A page of the audit log, newest first, plus the first row of the next page. */
export async function listAudit(db: Queryable, filter: AuditFilter, before: string = LAST_ID): Promise<AuditRow[]> {
  return await selectEntries(db, filter, before, PAGE_ROWS)
}

const ROWS_AT_ONCE = 1000

/** All entries, newest first, because there can be more than fit into memory. Entries are never deleted. */
export async function* listWholeAudit(db: Queryable, filter: AuditFilter): AsyncGenerator<AuditRow[]> {
  let before: string | undefined = LAST_ID
  do {
    const page: AuditRow[] = await selectEntries(db, filter, before, ROWS_AT_ONCE)
    yield page
    before = page[ROWS_AT_ONCE - 1]?.id
  } while (before)
}

async function selectEntries(db: Queryable, filter: AuditFilter, before: string, most: number): Promise<AuditRow[]> {
  const { who = '', action, search = '' } = filter
  return await db<AuditRow[]>`
    select l.id, l.created_at, l.staff_id, coalesce(staff.username, ${UNNAMED_MEMBER}) as staff_name,
      ${presentPicture(db, { users: 'staff', picture: 'staff_profile.picture_id' })} as staff_picture_id, l.action,
      coalesce(whom.username, ${UNNAMED_MEMBER}) as name,
      ${presentPicture(db, { users: 'whom', picture: 'whom_profile.picture_id' })} as picture_id, l.post_id, l.reason,
      case when l.details ? 'creator_id' then coalesce(creator.username, ${UNNAMED_MEMBER}) end as creator,
      (l.details ->> 'days')::int as days, l.details ->> 'after' as role
    from audit_log l
      left join users staff on staff.id = l.staff_id
      left join profiles staff_profile on staff_profile.id = l.staff_id
      left join users whom on whom.id = l.user_id
      left join profiles whom_profile on whom_profile.id = l.user_id
      left join users creator on creator.id = (l.details ->> 'creator_id')::uuid
    where l.id < ${before} and ${doneBy(db, who)} and ${action ? db`l.action = ${action}` : db`true`}
      and ${named(db, search)}
    order by l.id desc ${db.unsafe(`limit ${most}`)}`
}

function doneBy(db: Queryable, who: string) {
  if (who === '') return db`true`
  if (who === COMMAND_LINE) return db`l.staff_id is null`
  return db`l.staff_id = (select user_id from usernames where name_key = ${who.toLowerCase()})`
}

/** Matches whoever is named in an entry: the member of staff, the user, or the creator. */
function named(db: Queryable, search: string) {
  const words = search.trim().toLowerCase()
  if (words === '') return db`true`
  return db`exists (
    select from users u where u.id in (l.staff_id, l.user_id, (l.details ->> 'creator_id')::uuid)
      and (${holds(db, db`lower(u.username)`, words)} or u.id = (select user_id from usernames where name_key = ${words}))
  )`
}
