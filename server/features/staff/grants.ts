import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { tellCreator } from '#server/domain/tell-creator.ts'
import { lockUser } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { grantSubscription as grantStoredSubscription, revokeGrants } from '#server/store/subscriptions/periods.ts'

export interface StaffGrant {
  /** Null for the command line. */
  staff_id: string | null
  fan_id: string
  profile_id: string
  days: number
  now: Date
}

/** Grants a subscription, with its audit entry and the notices to the fan and, if they are new, to the creator. */
export async function grantSubscription(db: Tx, { staff_id, ...grant }: StaffGrant): Promise<Date> {
  const { fan_id: user_id, profile_id: creator_id, days, now: created_at } = grant
  await lockUser(db, user_id)
  await tellCreator(db, { fan_id: user_id, creator_id, now: created_at })
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
  await notify(db, [{ id: newId(created_at), user_id, kind: 'subscription_granted', details, created_at }])
  return expires_at
}

/** Takes back what is left of a grant, with its audit entry and the notice to the fan. False if nothing is left. */
export async function revokeSubscription(
  db: Tx,
  { staff_id, fan_id, profile_id, now }: Omit<StaffGrant, 'days'>,
): Promise<boolean> {
  if (!(await revokeGrants(db, { fan_id, profile_id }, now))) return false
  const about = { user_id: fan_id, details: { creator_id: profile_id }, created_at: now }
  await insertAuditEntry(db, { id: newId(now), staff_id, action: 'subscription_revoked', ...about })
  await notify(db, [{ id: newId(now), kind: 'subscription_revoked', ...about }])
  return true
}
