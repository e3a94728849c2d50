import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { insertNotices, markNoticeMailed, markNoticesRead, type NewNotice } from '#server/store/notices.ts'
import { earlier, later } from '#server/time.ts'
import { DEMO_SUBSCRIPTIONS } from './people.ts'

/** Inserts a notice that is marked as mailed, and optionally as read. */
async function createDemoNotice(db: Tx, notice: Omit<NewNotice, 'id'>, { read }: { read: boolean }): Promise<void> {
  const { user_id, created_at } = notice
  const id = newId(created_at)
  await insertNotices(db, [{ id, ...notice }])
  await markNoticeMailed(db, id, created_at)
  if (read) await markNoticesRead(db, user_id, created_at, id)
}

/** The notices that the demo accounts have got so far. */
export async function createDemoNotices(db: Tx, now: Date, idOf: (username: string) => string): Promise<void> {
  const ago = (hours: number) => earlier(now, hours * HOUR_MS)
  const creator = { user_id: idOf('margauxlenoir') }
  await createDemoNotice(db, { ...creator, kind: 'report_dismissed', created_at: ago(190) }, { read: true })
  await createDemoNotice(db, { ...creator, kind: 'report_upheld', created_at: ago(5) }, { read: false })
  const [first] = DEMO_SUBSCRIPTIONS
  if (!first) return
  const details = {
    creator_id: idOf(first.creator),
    expires_at: later(now, first.to_days * DAY_MS).toISOString(),
  }
  const granted_at = ago(-first.from_days * 24)
  const fan = { user_id: idOf(first.fan), details, created_at: granted_at }
  await createDemoNotice(db, { ...fan, kind: 'subscription_granted' }, { read: false })
}
