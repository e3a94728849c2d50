import { DELETION_GRACE_DAYS } from '#contract/deletion.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { insertClosedAddresses } from '#server/store/accounts/closed-addresses.ts'
import { setFreeze } from '#server/store/accounts/freezes.ts'
import { insertClosure } from '#server/store/deletion/deletion-requests.ts'
import { deleteSessionsOf } from '#server/store/sessions.ts'
import { later } from '#server/time.ts'

interface Closing {
  user_id: string
  decision_id: string
  ground: string
  facts: string
  secret: Buffer
  now: Date
}

/**
 * Closes an account: it is hidden at once, remembered by its addresses, and erased after the grace period of a deletion.
 * It is frozen until then, so that no sign-in cancels the erasure, and whoever knows the password learns how to appeal.
 */
export async function closeAccount(db: Tx, closing: Closing): Promise<void> {
  const { user_id, decision_id, ground, facts, secret, now } = closing
  const emails = await insertClosure(db, user_id, { erased_at: later(now, DELETION_GRACE_DAYS * DAY_MS), now })
  // The erasure of the account is due already.
  if (!emails) throw notFound()
  await setFreeze(db, user_id, { ends_at: null, ground, facts }, now)
  await insertClosedAddresses(db, { secret, emails, decision_id, now })
  await deleteSessionsOf(db, user_id)
}
