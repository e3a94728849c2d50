import type { Queryable } from '#server/db/connect.ts'

/** What operators watch. */
export interface PaymentFacts {
  waiting: number
  /** Seconds. */
  oldest_s: number
  /** Events that wait after an attempt failed. */
  failing: number
  /** Cents that were taken, opened nothing and are not sent back yet. */
  unapplied: number
}

export async function findPaymentFacts(db: Queryable, now: Date): Promise<PaymentFacts> {
  const [facts] = await db<PaymentFacts[]>`
    select count(*) as waiting, count(*) filter (where error is not null) as failing,
      coalesce(greatest(extract(epoch from ${now}::timestamptz - min(received_at)), 0), 0)::float8 as oldest_s,
      (
        select coalesce(sum(m.charged), 0) from unapplied_payments u join movements m on m.id = u.movement_id
        where u.state <> 'refunded'
      ) as unapplied
    from provider_events where handled_at is null`
  return facts ?? { waiting: 0, oldest_s: 0, failing: 0, unapplied: 0 }
}
