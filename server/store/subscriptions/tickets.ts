import type { Queryable } from '#server/db/connect.ts'
import { lastPeriods } from '#server/store/visibility/subscribers.ts'

/** What was paid for the subscription of a fan to a creator, and whether it renews. */
export interface TicketRow {
  creator_id: string
  /** Of the last period; null for a grant. */
  order_id: string | null
  refunded_at: Date | null
  /** The end of access, with the grace. */
  open_until: Date
  /** Whether the last period was paid. */
  is_paid: boolean
  /** The membership that pays, or has paid, for the last period. */
  membership: {
    reference: string
    state: 'active' | 'past_due' | 'ended'
    renews: boolean
    charged: number
    period_ends_at: string
    card_last4: string | null
  } | null
  /** Of the last order, if it is paid and its fan has asked to withdraw. */
  withdrawal: { asked_at: string; declined_at: string | null } | null
  /** The lowest price of the creator. */
  again_from: string
}

/** One row for each of these creators. */
export async function listTickets(db: Queryable, fan_id: string, creator_ids: string[]): Promise<TicketRow[]> {
  return await db<TicketRow[]>`
    with ${lastPeriods(db, fan_id, creator_ids)}
    select l.profile_id as creator_id, l.order_id, l.refunded_at, l.open_until,
      l.order_id is not null or exists (select from movements m where m.subscription_id = l.id) as is_paid,
      (
        select jsonb_build_object('reference', m.reference, 'state', m.state, 'renews', m.renews, 'charged', m.charged,
          'period_ends_at', m.period_ends_at, 'card_last4', m.card_last4)
        from memberships m
        where m.fan_id = ${fan_id} and m.creator_id = l.profile_id
          and (m.id = l.membership_id or (m.state <> 'ended' and m.end_wanted_at is null))
        order by m.state = 'ended', m.period_ends_at desc limit 1
      ) as membership,
      (
        select jsonb_build_object('asked_at', o.withdrawal_asked_at, 'declined_at', o.withdrawal_declined_at)
        from orders o where o.id = l.order_id and o.state = 'paid' and o.withdrawal_asked_at is not null
      ) as withdrawal,
      least(p.day_subscription, p.week_subscription, p.month_subscription) as again_from
    from last_periods l join profiles p on p.id = l.profile_id`
}
