import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { isNewSubscriber } from '#server/store/subscriptions/subscriptions.ts'
import { insertWelcome } from '#server/store/welcomes.ts'
import { notify } from './notify.ts'

interface Opened {
  fan_id: string
  creator_id: string
  /** The membership that is paid, if it renews. */
  membership_id?: string | null
  now: Date
}

/**
 * Tells a creator of somebody who gets access and has none, and has them welcomed; a renewal is no news. Call it before the period is inserted,
 * with the fan locked, so that of two periods at the same time one is the first. Then call `publishNotices` after the commit.
 */
export async function tellCreator(db: Tx, { fan_id, creator_id, membership_id = null, now }: Opened): Promise<void> {
  if (!(await isNewSubscriber(db, { fan_id, creator_id, membership_id }, now))) return
  await insertWelcome(db, { id: newId(now), fan_id, creator_id, now })
  await notify(db, [{ id: newId(now), user_id: creator_id, kind: 'new_subscriber', about_id: fan_id, created_at: now }])
}
