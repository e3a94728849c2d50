import { amountOf } from '#contract/fees.ts'
import type { Ticket } from '#contract/subscriptions.ts'
import type { TicketRow } from '#server/store/subscriptions/tickets.ts'

export function presentTicket(row: TicketRow): Ticket {
  const { membership } = row
  const isRenewing = membership !== null && membership.state !== 'ended' && membership.renews
  return {
    kind: kindOf(row, isRenewing),
    order_id: row.order_id,
    renews_at: isRenewing && membership.state === 'active' ? new Date(membership.period_ends_at).toISOString() : null,
    renewal_price: isRenewing ? amountOf(membership.charged) : null,
    grace_until: isRenewing && membership.state === 'past_due' ? row.open_until.toISOString() : null,
    refunded_at: row.refunded_at?.toISOString() ?? null,
    withdrawal: row.withdrawal && {
      asked_at: new Date(row.withdrawal.asked_at).toISOString(),
      declined_at: row.withdrawal.declined_at && new Date(row.withdrawal.declined_at).toISOString(),
    },
    card: membership?.card_last4 ?? null,
    again_from: row.again_from,
  }
}

function kindOf({ membership, is_paid }: TicketRow, isRenewing: boolean): Ticket['kind'] {
  if (isRenewing) return 'renewing'
  if (membership && membership.state !== 'ended') return 'stopped'
  return is_paid ? 'single' : 'granted'
}
