import type { Queryable } from '#server/db/connect.ts'
import type { ProviderDispute, ProviderPayment, ProviderRefund } from '#server/payments/provider.ts'
import { idOf } from '#server/store/ids.ts'
import {
  findMovement,
  insertMovement,
  lockReversals,
  type Movement,
  type MovementKind,
} from '#server/store/payments/movements.ts'
import { balanced, splitReversal } from './split.ts'

/** One thing that happened to a payment, in the order of the provider's times. */
type Step =
  | { kind: 'refund'; at: Date; refund: ProviderRefund }
  | { kind: 'refund_failed'; at: Date; refund: ProviderRefund }
  | { kind: 'dispute'; at: Date; dispute: ProviderDispute }
  | { kind: 'dispute_won'; at: Date; dispute: ProviderDispute }

const ORDER: Readonly<Record<Step['kind'], number>> = { refund: 0, refund_failed: 1, dispute: 2, dispute_won: 3 }

function stepsOf({ refunds, disputes }: ProviderPayment): Step[] {
  const steps: Step[] = []
  for (const refund of refunds) {
    if (refund.state === 'done') steps.push({ kind: 'refund', at: refund.at, refund })
    if (refund.state === 'failed') steps.push({ kind: 'refund_failed', at: refund.at, refund })
  }
  for (const dispute of disputes) {
    steps.push({ kind: 'dispute', at: dispute.at, dispute })
    if (dispute.state === 'won') steps.push({ kind: 'dispute_won', at: dispute.closed_at ?? dispute.at, dispute })
  }
  const reference = (step: Step) => ('refund' in step ? step.refund : step.dispute).reference
  return steps.sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() || ORDER[a.kind] - ORDER[b.kind] || (reference(a) < reference(b) ? -1 : 1),
  )
}

/**
 * The only function that books what goes back of a payment: each refund and each dispute once, and what undoes them. Returns
 * all of them. Together they never exceed the payment: what a provider takes beyond it is booked as an adjustment at the
 * platform's cost, because it is gone all the same.
 */
export async function bookReversals(
  db: Queryable,
  original: Movement,
  payment: ProviderPayment,
  now: Date,
): Promise<Movement[]> {
  const booked = await lockReversals(db, original.id)
  const find = (kind: MovementKind, reference: string) =>
    booked.find((row) => row.kind === kind && row.reference === reference)

  async function book(row: Pick<Movement, 'kind' | 'reference' | 'occurred_at'> & Amounts, reverses = true) {
    const { provider, order_id, subscription_id, creator_id, period, vat_country, vat_percent, is_demo } = original
    const id = idOf(row.occurred_at, `${row.kind} ${provider} ${row.reference}`)
    const about = reverses
      ? { original_id: original.id, subscription_id, creator_id, period }
      : { original_id: null, subscription_id: null, creator_id: null, period: null }
    const movement: Movement = { id, provider, order_id, vat_country, vat_percent, is_demo, ...about, ...row }
    await insertMovement(db, movement, now)
    if (reverses) booked.push(movement)
  }

  /** Money at the platform's cost: `cents` is what comes in. */
  async function adjust(reference: string, occurred_at: Date, cents: number, fee = 0) {
    const { provider } = original
    if ((cents === 0 && fee === 0) || (await findMovement(db, { provider, kind: 'adjustment', reference }))) return
    const amounts = balanced({ charged: cents, vat: 0, banking_fee: fee, net: 0 })
    await book({ kind: 'adjustment', reference, occurred_at, ...amounts }, false)
  }

  async function reverse(kind: 'refund' | 'dispute', at: Date, { reference, cents, fee = 0 }: Taken) {
    const excess = { provider: original.provider, kind: 'adjustment' as const, reference: `${reference} excess` }
    // One that found nothing left has no row of its own, and must not be booked again when a dispute is won.
    if (find(kind, reference) || (await findMovement(db, excess))) return
    const reversed = sumOf(booked)
    const possible = Math.min(cents, original.charged + reversed.charged)
    if (possible > 0 || kind === 'dispute')
      await book({ kind, reference, occurred_at: at, ...splitReversal(original, reversed, possible, fee) })
    await adjust(excess.reference, at, possible - cents)
  }

  async function winBack(at: Date, { reference, cents, fee }: ProviderDispute) {
    const taken = find('dispute', reference)
    const name = `${reference} won`
    if (!taken || find('dispute_won', name)) return
    // A provider may give its fee back too.
    const { charged, vat, net } = negative(taken)
    const amounts = balanced({ charged, vat, banking_fee: fee - taken.banking_fee, net })
    await book({ kind: 'dispute_won', reference: name, occurred_at: at, ...amounts })
    await adjust(`${name} excess`, at, cents - charged)
  }

  // A provider may know its fee only after the payment, which is booked by then: the platform pays the difference.
  await adjust(`${original.reference} fee`, original.occurred_at, 0, payment.fee - original.banking_fee)
  for (const step of stepsOf(payment)) {
    if (step.kind === 'refund') await reverse('refund', step.at, step.refund)
    else if (step.kind === 'dispute') await reverse('dispute', step.at, step.dispute)
    else if (step.kind === 'dispute_won') await winBack(step.at, step.dispute)
    else if (step.kind === 'refund_failed') {
      const name = `${step.refund.reference} failed`
      const refund = find('refund', step.refund.reference)
      if (refund && !find('adjustment', name))
        await book({ kind: 'adjustment', reference: name, occurred_at: step.at, ...balanced(negative(refund)) })
    }
  }
  return booked
}

type Amounts = ReturnType<typeof balanced>
type Taken = Pick<ProviderDispute, 'reference' | 'cents'> & { fee?: number }

function negative({ charged, vat, banking_fee, net }: Movement) {
  return { charged: -charged, vat: -vat, banking_fee: -banking_fee, net: -net }
}

function sumOf(rows: readonly Movement[]) {
  const total = (line: 'charged' | 'vat' | 'net') => rows.reduce((sum, row) => sum + row[line], 0)
  return { charged: total('charged'), vat: total('vat'), net: total('net') }
}

/** When access through a payment ends before its time: all of it was refunded, or a dispute was lost. */
export function endOfAccess({ charged, refunds, disputes }: ProviderPayment): Date | undefined {
  let left = charged
  const done = refunds.filter(({ state }) => state === 'done').sort((a, b) => a.at.getTime() - b.at.getTime())
  const ends = disputes.filter(({ state }) => state === 'lost').map(({ at, closed_at }) => closed_at ?? at)
  for (const { cents, at } of done) {
    if (left > 0 && left <= cents) ends.push(at)
    left -= cents
  }
  return ends.sort((a, b) => a.getTime() - b.getTime())[0]
}
