import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { insertNotices } from '#server/store/notices.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { grantSubscription as grantStoredSubscription } from '#server/store/subscriptions/periods.ts'

export interface StaffGrant {
  /** Null for the command line. */
  staff_id: string | null
  fan_id: string
  profile_id: string
  days: number
  now: Date
}

/** Grants a subscription, with its audit entry and the notice to the fan. */
export async function grantSubscription(db: Tx, { staff_id, ...grant }: StaffGrant): Promise<Date> {
  const { fan_id: user_id, profile_id: creator_id, days, now: created_at } = grant
  const expires_at = await grantStoredSubscription(db, { id: newId(created_at), ...grant })
  const details = { creator_id, expires_at: expires_at.toISOString() }
  await insertAuditEntry(db, {
    id: newId(created_at),
    staff_id,
    action: 'subscription_granted',
    user_id,
    details: { ...details, days },
    created_at,
  })
  await insertNotices(db, [{ id: newId(created_at), user_id, kind: 'subscription_granted', details, created_at }])
  return expires_at
}
