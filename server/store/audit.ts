import type { Queryable } from '#server/db/connect.ts'

export type AuditAction =
  | 'post_removed'
  | 'reports_dismissed'
  | 'subscription_granted'
  | 'creator_approved'
  | 'role_changed'

export interface AuditEntry {
  id: string
  /** Who did it; null for what was done from the command line. */
  staff_id: string | null
  action: AuditAction
  /** Whom it was done to. */
  user_id: string
  post_id?: string
  reason?: string | null
  /** Ids and numbers, never names. */
  details?: Record<string, string | number | boolean | null>
  created_at: Date
}

/** In the transaction of what was done: neither is there without the other. */
export async function insertAuditEntry(db: Queryable, entry: AuditEntry): Promise<void> {
  const { id, staff_id, action, user_id, post_id = null, reason = null, details = {}, created_at } = entry
  await db`
    insert into audit_log (id, staff_id, action, user_id, post_id, reason, details, created_at)
    values (${id}, ${staff_id}, ${action}, ${user_id}, ${post_id}, ${reason}, ${db.json(details)}, ${created_at})`
}
