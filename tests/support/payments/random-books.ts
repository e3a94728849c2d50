import fc from 'fast-check'
import { feesOf } from '#contract/fees.ts'
import { PERIODS } from '#contract/money.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { insertMovement, type Movement } from '#server/store/payments/movements.ts'
import { later } from '#server/time.ts'

/** What can happen to the money of a creator. `of` chooses among what there is to give back or to return. */
const step = fc.record({
  kind: fc.constantFrom('payment', 'payment', 'payment', 'refund', 'dispute', 'payout', 'returned', 'adjustment'),
  hours: fc.integer({ min: 0, max: 400 }),
  cents: fc.integer({ min: 1, max: 9_999 }),
  period: fc.constantFrom(...PERIODS),
  of: fc.nat(),
  /** How many hours later than it happened it is booked. */
  late: fc.constantFrom(0, 0, 1, 500),
  is_demo: fc.constantFrom(false, false, false, true),
})

export const randomBooks = fc.array(step, { maxLength: 25 })
export type RandomBooks = typeof randomBooks extends fc.Arbitrary<infer Steps> ? Steps : never

let count = 0

/** Books such a history of a creator, from this time on. Returns the time of the last booking. */
export async function bookHistory(db: Queryable, creator_id: string, steps: RandomBooks, start: Date): Promise<Date> {
  const booked: Movement[] = []
  let at = start
  for (const { kind, hours, cents, period, of, late, is_demo } of steps) {
    at = later(at, hours * HOUR_MS)
    const choose = (wanted: (movement: Movement) => boolean): Movement | undefined => {
      const found = booked.filter(wanted)
      return found[of % Math.max(found.length, 1)]
    }
    const payment = choose((each) => each.kind === 'payment')
    const payout = choose((each) => each.kind === 'payout' && each.original_id === null)
    const plain = { vat: 0, platform_fee: 0, banking_fee: 0 }
    const part = Math.min(cents, payment?.charged ?? 0)
    const given = { price: -part, vat: 0, charged: -part, platform_fee: -1, banking_fee: 0, net: 1 - part }
    const possible: Record<typeof kind, Partial<Movement> | undefined> = {
      payment: { ...feesOf(cents, 20), subscription_id: newId(at) },
      refund: payment && { ...given, original_id: payment.id },
      dispute: payment && { ...given, original_id: payment.id },
      payout: { ...plain, price: -cents, charged: -cents, net: -cents },
      returned: payout && {
        ...{ ...plain, kind: 'payout', original_id: payout.id },
        ...{ price: -payout.net, charged: -payout.net, net: -payout.net },
      },
      adjustment: { ...plain, price: cents, charged: cents, net: cents },
    }
    const changes = possible[kind]
    if (!changes) continue
    count += 1
    const movement: Movement = {
      ...{ id: newId(at), provider: 'sandbox', kind: kind as Movement['kind'], reference: `random-${count}` },
      ...{ original_id: null, order_id: null, subscription_id: null, creator_id, period },
      ...{ vat_country: 'FR', vat_percent: 20, occurred_at: later(at, -late * HOUR_MS), is_demo },
      ...feesOf(1, 0),
      ...changes,
    }
    await insertMovement(db, movement, at)
    booked.push(movement)
  }
  return at
}
