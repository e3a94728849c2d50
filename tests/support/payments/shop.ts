import { feesOf } from '#contract/fees.ts'
import { CONSENTS } from '#contract/payments.ts'
import { endOfPeriod } from '#server/domain/payments/end-of-period.ts'
import { newId } from '#server/store/ids.ts'
import { insertOrder, type Order } from '#server/store/payments/orders.ts'
import type { Person, World } from '#tests/support/world.ts'
import { FakeProvider } from './fake-provider.ts'

const PRICES = { day: 799, week: 1499, month: 2399 } as const

/** References stay unique in a database with several shops, one after the other. */
let count = 0

/** A world in which something can be bought, from a provider in memory. */
export function openShop({ ctx }: Pick<World, 'ctx'>) {
  const provider = new FakeProvider(ctx.now())
  ctx.payments = provider

  /** An order of a fan from France, as the click leaves it. */
  async function orders(fan: Person, creator: Person, changes: Partial<Order> = {}): Promise<Order> {
    const { period = 'month', created_at = ctx.now() } = changes
    const { price, vat, charged } = feesOf(PRICES[period], 20)
    return await insertOrder(ctx.db, {
      id: newId(created_at),
      fan_id: fan.id,
      creator_id: creator.id,
      period,
      renews: period === 'month',
      price,
      vat_country: 'FR',
      vat_percent: 20,
      vat,
      charged,
      consent: CONSENTS[0],
      consent_locale: 'en',
      consented_at: created_at,
      provider: 'sandbox',
      customer: null,
      client_id: null,
      created_at,
      ...changes,
    })
  }

  /** The fan pays for an order. For a month that renews there is a membership from then on. */
  function pays(order: Order, paid_at: Date, changes: { reference?: string; billing_country?: string } = {}): string {
    count += 1
    const { reference = `pay_${count}`, billing_country = 'FR' } = changes
    const { charged, vat, id: order_id } = order
    const membership = order.renews ? `sub_${order.id}` : undefined
    const period = { starts_at: paid_at, ends_at: endOfPeriod(paid_at, 'month') }
    provider.pays({
      ...{ reference, paid_at, charged, vat, order_id, membership, billing_country },
      period: order.renews ? period : undefined,
    })
    if (membership) {
      provider.memberships.set(membership, {
        ...{ reference: membership, order_id, customer: 'cus_1', state: 'active', renews: true, period },
        ...{ is_cancelled: false, is_unpaid: false, ended_at: undefined, card_last4: '4242', charged },
      })
    }
    return reference
  }

  /** The next month of a membership is charged an hour after its beginning, or is tried then. */
  function renews(order: Order, reference: string, outcome: 'paid' | 'failed' = 'paid'): string {
    const membership = provider.memberships.get(`sub_${order.id}`)
    if (!membership) throw new Error('there is no membership')
    const { charged, vat } = order
    const first =
      [...provider.payments.values()].find((each) => each.order_id === order.id)?.paid_at ?? order.created_at
    const starts_at = membership.period.ends_at
    const period = { starts_at, ends_at: nextMonth(first, starts_at) }
    const paid_at = new Date(starts_at.getTime() + 3_600_000)
    // Another card than the first one: the evidence of an order is that of its first payment.
    const card_country = 'BE'
    const charge = { reference, paid_at, charged, vat, membership: membership.reference, period, card_country }
    membership.period = period
    if (outcome === 'paid') provider.pays(charge)
    else provider.fails(charge)
    membership.state = outcome === 'paid' ? 'active' : 'past_due'
    membership.is_unpaid = outcome === 'failed'
    return reference
  }

  return { provider, orders, pays, renews }
}

/** As providers count months: by the day of the first payment, so that 31 January, 28 February and 31 March follow each other. */
function nextMonth(first: Date, from: Date): Date {
  for (let months = 1; ; months += 1) {
    const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1))
    const last = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
    const end = new Date(first)
    end.setUTCFullYear(month.getUTCFullYear(), month.getUTCMonth(), Math.min(first.getUTCDate(), last))
    if (end > from) return end
  }
}
