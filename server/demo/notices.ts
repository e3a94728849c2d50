import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { newId } from '#server/store/ids.ts'
import { markNoticesMailed } from '#server/store/notice-mails.ts'
import { markNoticesRead, type NewNotice } from '#server/store/notices.ts'
import { takeEnds } from '#server/store/subscriptions/ends.ts'
import { earlier, later } from '#server/time.ts'
import { DEMO_SUBSCRIPTIONS } from './people.ts'

/** Inserts a notice that is marked as mailed, and optionally as read. */
export async function createDemoNotice(
  db: Tx,
  notice: Omit<NewNotice, 'id'>,
  { read }: { read: boolean },
): Promise<void> {
  const { user_id, created_at } = notice
  const id = newId(created_at)
  await notify(db, [{ id, ...notice }])
  await markNoticesMailed(db, [id], created_at)
  if (read) await markNoticesRead(db, user_id, created_at, id)
}

/** Tells of the tickets that end in three days, as the job would. Nobody gets a mail. */
async function tellEnds(db: Tx, now: Date): Promise<void> {
  for (const { fan_id, creator_id, ends_at } of await takeEnds(db, now)) {
    const details = { creator_id, expires_at: ends_at.toISOString() }
    const told = { user_id: fan_id, about_id: creator_id, details, created_at: earlier(now, HOUR_MS) }
    await createDemoNotice(db, { ...told, kind: 'ticket_ends' }, { read: false })
  }
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
  const opened = { creator_id: idOf('yukiaoyama') }
  await createDemoNotice(
    db,
    { user_id: fan.user_id, kind: 'box_open', about_id: opened.creator_id, details: opened, created_at: ago(290) },
    { read: true },
  )
  const sold = { about_id: idOf('yukiaoyama'), created_at: ago(120) }
  await createDemoNotice(db, { ...creator, ...sold, kind: 'new_subscriber' }, { read: true })
  await tellEnds(db, now)
}
