import { DAY_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'

const FAILED_DAYS = 7

/** What operators watch. */
export interface PayoutFacts {
  /** Payouts that are asked for and not sent. */
  waiting: number
  /** Seconds. */
  oldest_s: number
  /** Payouts that came back in the last seven days. */
  failed: number
}

export async function findPayoutFacts(db: Queryable, now: Date): Promise<PayoutFacts> {
  const since = new Date(now.getTime() - FAILED_DAYS * DAY_MS)
  const [facts] = await db<PayoutFacts[]>`
    select count(*) as waiting,
      coalesce(greatest(extract(epoch from ${now}::timestamptz - min(asked_at)), 0), 0)::float8 as oldest_s,
      (select count(*) from payouts where state = 'failed' and ended_at > ${since}) as failed
    from payouts where state = 'asked'`
  return facts ?? { waiting: 0, oldest_s: 0, failed: 0 }
}
