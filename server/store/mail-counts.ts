import { SECOND_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'

export interface MailCount {
  recipient_hash: Buffer
  budget: string
  max: number
  window_ms: number
}

/**
 * Rate limit with a fixed window: counts one mail, or returns false if the window is full. In a transaction the row
 * stays locked until the mail is sent, and a rollback also reverts the count.
 */
export async function countMail(db: Queryable, mail: MailCount, now: Date): Promise<boolean> {
  const { recipient_hash, budget, max, window_ms } = mail
  const rows = await db`
    insert into mail_counts (recipient_hash, budget, ends_at, count)
    values (${recipient_hash}, ${budget}, ${now}::timestamptz + make_interval(secs => ${window_ms / SECOND_MS}), 1)
    on conflict (recipient_hash, budget) do update set
      count = case when mail_counts.ends_at <= ${now} then 1 else mail_counts.count + 1 end,
      ends_at = case when mail_counts.ends_at <= ${now} then excluded.ends_at else mail_counts.ends_at end
      where mail_counts.ends_at <= ${now} or mail_counts.count < ${max}
    returning count`
  return rows.length === 1
}

/** Reverts the count of a mail that was not sent. */
export async function uncountMail(db: Queryable, recipient_hash: Buffer, budgets: readonly string[]): Promise<void> {
  await db`
    update mail_counts set count = count - 1
    where recipient_hash = ${recipient_hash} and budget in ${db([...budgets])} and count > 0`
}

export async function deleteMailCounts(db: Queryable, recipient_hashes: readonly Buffer[]): Promise<void> {
  await db`delete from mail_counts where recipient_hash in ${db([...recipient_hashes])}`
}

export async function sweepMailCounts(db: Queryable, now: Date): Promise<void> {
  await db`delete from mail_counts where ends_at <= ${now}`
}
