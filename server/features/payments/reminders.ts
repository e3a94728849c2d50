import { amountOf } from '#contract/fees.ts'
import type { Notice } from '#contract/notices.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import type { Shop } from '#server/domain/shop.ts'
import { newId } from '#server/store/ids.ts'
import { type DueReminder, takeFailures, takeRenewals } from '#server/store/payments/reminders.ts'

/** Tells fans three days before a renewal, as a notice and by mail. */
export async function remindOfRenewals(ctx: Shop): Promise<void> {
  await remind(ctx, 'renewal_soon', (db, now) => takeRenewals(db, now))
}

/** Tells fans whose renewal failed: at once, and a day before access ends. Both lead to the page where the card is changed. */
export async function remindOfFailures(ctx: Shop): Promise<void> {
  await remind(ctx, 'payment_failed', (db, now) => takeFailures(db, now, 'first'))
  await remind(ctx, 'payment_failed', (db, now) => takeFailures(db, now, 'second'))
}

/** The mark and the notice are one transaction: nobody is told twice, and nobody is forgotten. */
async function remind(
  ctx: Shop,
  kind: Notice['kind'],
  take: (db: Tx, now: Date) => Promise<DueReminder[]>,
): Promise<void> {
  const now = ctx.now()
  const due = await ctx.db.begin(async (db) => {
    const due = await take(db, now)
    const notices = due.map(({ fan_id, creator_id, charged, at }) => ({
      id: newId(now),
      user_id: fan_id,
      kind,
      details: { creator_id, expires_at: at.toISOString(), amount: amountOf(charged) },
      created_at: now,
    }))
    await notify(db, notices)
    return due
  })
  await publishNotices(ctx, [...new Set(due.map(({ fan_id }) => fan_id))])
}
