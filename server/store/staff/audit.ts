import type { AuditAction } from '#contract/staff.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'

export interface AuditEntry {
  id: string
  /** The member of staff; null for the command line. */
  staff_id: string | null
  action: AuditAction
  /** The user who is affected. */
  user_id: string
  post_id?: string
  reason?: string | null
  /** Ids and numbers, never names. */
  details?: Record<string, string | number | boolean | null>
  created_at: Date
}

/** Call it in the transaction of the action, so that neither is stored without the other. */
export async function insertAuditEntry(db: Queryable, entry: AuditEntry): Promise<void> {
  const { id, staff_id, action, user_id, post_id = null, reason = null, details = {}, created_at } = entry
  await db`
    insert into audit_log (id, staff_id, action, user_id, post_id, reason, details, created_at)
    values (${id}, ${staff_id}, ${action}, ${user_id}, ${post_id}, ${reason}, ${db.json(details)}, ${created_at})`
}

/** The same for an action that may be tried again: of those about a user with this key there is one. */
export async function insertAuditEntryOnce(db: Queryable, entry: AuditEntry, key: string): Promise<void> {
  const [known] = await db`
    select 1 from audit_log
    where user_id = ${entry.user_id} and action = ${entry.action} and details ->> 'key' = ${key}`
  if (!known) await insertAuditEntry(db, { ...entry, details: { ...entry.details, key } })
}

/** An action of staff that affects no account: such an entry names the member of staff twice. */
export async function insertOwnAuditEntry(
  db: Queryable,
  staff_id: string,
  entry: Pick<AuditEntry, 'action' | 'details' | 'created_at'>,
): Promise<void> {
  await insertAuditEntry(db, { id: newId(entry.created_at), staff_id, user_id: staff_id, ...entry })
}

/** A member of staff downloads a protected file that they may see only because of a report. */
export interface StaffMediaView {
  staff_id: string
  media_id: string
  /** The owner of the picture, and the post it belongs to. */
  owner_id: string
  post_id: string
  now: Date
}

/**
 * Idempotent per member of staff, file and minute: a player requests many ranges of one file, and a page several
 * widths. Call it before the first byte is sent.
 */
export async function insertStaffMediaView(db: Queryable, look: StaffMediaView): Promise<void> {
  const { staff_id, media_id, owner_id, post_id, now } = look
  const details = { media_id, minute: Math.floor(now.getTime() / MINUTE_MS) }
  await db`
    insert into audit_log (id, staff_id, action, user_id, post_id, details, created_at)
    values (${newId(now)}, ${staff_id}, 'media_viewed', ${owner_id}, ${post_id}, ${db.json(details)}, ${now})
    on conflict (staff_id, (details ->> 'media_id'), (details ->> 'minute')) where action = 'media_viewed' do nothing`
}

export interface ListedAuditEntry extends Record<string, string | Date | null> {
  when: Date
  who: string
  action: AuditAction
  whom: string
  post: string | null
  reason: string | null
  details: string
}

export const AUDIT_COLUMNS = ['when', 'who', 'action', 'whom', 'post', 'reason', 'details'] as const

/** The newest entries of the audit log. Names are the current ones; an erased account is shown as its id. */
export async function listAuditEntries(db: Queryable, most: number): Promise<ListedAuditEntry[]> {
  return await db<ListedAuditEntry[]>`
    select l.created_at as when,
      case when l.staff_id is null then 'command line' else coalesce(staff.username, l.staff_id::text) end as who,
      l.action, coalesce(whom.username, l.user_id::text) as whom, l.post_id as post, l.reason, l.details::text as details
    from audit_log l
      left join users staff on staff.id = l.staff_id
      left join users whom on whom.id = l.user_id
    order by l.id desc limit ${most}`
}
