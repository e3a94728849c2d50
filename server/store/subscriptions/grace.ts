import { DAY_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'

/** How long access stays open while a renewal is charged again. */
export const GRACE_DAYS = 3

/**
 * Keeps access open for the grace after the last period of a membership while it renews, and closes it with the period
 * otherwise. Earlier periods have no grace: the next one follows them, and if that one is given back, access ends. Call it
 * after every change of the membership or of its periods.
 */
export async function updateGrace(db: Queryable, membership_id: string): Promise<void> {
  const grace = db`make_interval(secs => ${(GRACE_DAYS * DAY_MS) / 1000})`
  await db`
    update subscriptions s set open_until = wanted.open_until
    from (
      select p.id, case
          when m.state <> 'ended' and m.renews and m.end_wanted_at is null and p.refunded_at is null
            and row_number() over (order by p.entitled_from desc, p.id desc) = 1
          then p.expires_at + ${grace}
        end as open_until
      from subscriptions p join memberships m on m.id = p.membership_id where m.id = ${membership_id}
    ) wanted
    where wanted.id = s.id and s.open_until is distinct from wanted.open_until`
}
