import { UUID_PATTERN } from '#contract/schemas.ts'
import { isCountry } from '#contract/vat.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { issueCreditNote, issueReceipt, type Sale } from '#server/domain/receipts.ts'
import { tellCreator } from '#server/domain/tell-creator.ts'
import type { PaymentProvider, ProviderMembership, ProviderPayment } from '#server/payments/provider.ts'
import { idOf } from '#server/store/ids.ts'
import { findMembership, type StoredMembership, saveMembership, wantEnd } from '#server/store/payments/memberships.ts'
import { findMovement, insertMovement, type Movement } from '#server/store/payments/movements.ts'
import {
  findOrder,
  findOrderByCheckout,
  type Order,
  setCheckoutReference,
  setOrderEvidence,
  updateOrderState,
} from '#server/store/payments/orders.ts'
import { lockProviderObject } from '#server/store/payments/provider-events.ts'
import { type Buyer, lockBuyer } from '#server/store/payments/standing.ts'
import {
  type ForeignPayment,
  insertForeignPayment,
  insertUnappliedPayment,
  setUnappliedState,
  type UnappliedReason,
} from '#server/store/payments/unapplied-payments.ts'
import { updateGrace } from '#server/store/subscriptions/grace.ts'
import { insertPaidPeriod, setRefunded } from '#server/store/subscriptions/periods.ts'
import { endOfPeriod } from './end-of-period.ts'
import { bookReversals, endOfAccess } from './reversals.ts'
import { splitPayment, splitUnapplied } from './split.ts'
import { followRenewal } from './stop-renewal.ts'

/** The seller of receipts is a setting. */
export type PaymentContext = Pick<Context, 'db' | 'background' | 'now' | 'payments' | 'live' | 'jobs' | 'log'> & {
  config: Context['config'] & { seller?: readonly string[] }
}

/**
 * Brings everything that hangs on one charge in line with what the provider says of it now: the payment and what went back
 * of it in the books, the period that it opened or closed, its order, its membership, its receipts. One transaction, under a
 * lock of the charge. Idempotent, and the times are the provider's: any order, repetition or loss of events ends in the
 * same rows.
 */
export async function settlePayment(ctx: PaymentContext, reference: string): Promise<void> {
  const provider = providerOf(ctx)
  const order = await transaction(ctx, async (tx) => {
    await lockProviderObject(tx, 'payment', provider.name, reference)
    const payment = await provider.findPayment(reference)
    if (!payment) return
    const membership = payment.membership ? await fetchMembership(tx, provider, payment.membership) : undefined
    const order = await findOrderOf(tx, provider, payment, membership)
    const known = await findMovement(tx, { provider: provider.name, kind: 'payment', reference })
    if (!known && (payment.state !== 'paid' || payment.charged <= 0)) {
      if (order && payment.state === 'failed') await updateOrderState(tx, order.id, 'failed')
      if (order && isKept(membership)) await keepMembership(tx, provider, membership, order, ctx.now())
      return order
    }
    const foreign = known ? undefined : foreignReason(payment, order)
    if (foreign) {
      const { charged, currency, paid_at: created_at } = payment
      const id = idOf(created_at, `foreign ${provider.name} ${reference}`)
      const row = { id, provider: provider.name, reference, reason: foreign, charged, currency, created_at }
      await insertForeignPayment(tx, row)
      return
    }
    await settle(tx, ctx, { provider, payment, order, membership, known })
    return order
  })
  if (!order) return
  ctx.live.publish({ kind: 'subscriptions_changed', user_ids: [order.fan_id] })
  await publishNotices(ctx, [order.fan_id, order.creator_id])
}

/** The same for a membership: whether it renews, until when it is paid, and whether access stays open meanwhile. */
export async function syncMembership(ctx: PaymentContext, reference: string): Promise<void> {
  const provider = providerOf(ctx)
  const fan_id = await transaction(ctx, async (tx) => {
    const membership = await fetchMembership(tx, provider, reference)
    const order =
      membership && (await findOrderOf(tx, provider, { order_id: undefined, membership: reference }, membership))
    if (!isKept(membership) || !order) return
    await keepMembership(tx, provider, membership, order, ctx.now())
    return order.fan_id
  })
  if (!fan_id) return
  ctx.live.publish({ kind: 'subscriptions_changed', user_ids: [fan_id] })
  await publishNotices(ctx, [fan_id])
}

/** The same for the page where a fan paid, or did not. */
export async function settleCheckout(ctx: PaymentContext, reference: string): Promise<void> {
  const provider = providerOf(ctx)
  const { checkout, fan_id } = await transaction(ctx, async (tx) => {
    await lockProviderObject(tx, 'checkout', provider.name, reference)
    const checkout = await provider.findCheckout(reference)
    const order = (await findNamedOrder(tx, checkout?.order_id)) ?? (await findOrderByCheckout(tx, reference))
    if (!checkout || !order) return { checkout, fan_id: undefined }
    if (!order.checkout_reference) await setCheckoutReference(tx, order.id, reference)
    const { state } = checkout
    if (state === 'failed' || state === 'expired') await updateOrderState(tx, order.id, state)
    return { checkout, fan_id: order.fan_id }
  })
  if (checkout?.membership) await syncMembership(ctx, checkout.membership)
  if (checkout?.payment) await settlePayment(ctx, checkout.payment)
  else if (fan_id) ctx.live.publish({ kind: 'subscriptions_changed', user_ids: [fan_id] })
}

function providerOf({ payments }: PaymentContext): PaymentProvider {
  if (!payments) throw new Error('nothing can be settled without a payment provider')
  return payments
}

/** A provider may take its time, so the pool without timeouts is used where there is one. */
async function transaction<T>(ctx: PaymentContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await (ctx.background ?? ctx.db).begin(work)
}

async function fetchMembership(
  tx: Tx,
  provider: PaymentProvider,
  reference: string,
): Promise<ProviderMembership | undefined> {
  await lockProviderObject(tx, 'membership', provider.name, reference)
  return await provider.findMembership(reference)
}

/** A renewal may not name its order: its membership does. */
async function findOrderOf(
  tx: Tx,
  { name }: PaymentProvider,
  payment: Pick<ProviderPayment, 'order_id' | 'membership'>,
  membership: ProviderMembership | undefined,
): Promise<Order | undefined> {
  const stored = payment.membership && (await findMembership(tx, { provider: name, reference: payment.membership }))
  return await findNamedOrder(tx, payment.order_id ?? membership?.order_id ?? (stored ? stored.order_id : undefined))
}

const UUID = new RegExp(`^${UUID_PATTERN}$`)

/** What a provider gives as the id of an order may be anything: others may sell through the same account. */
async function findNamedOrder(tx: Tx, id: string | undefined): Promise<Order | undefined> {
  return id !== undefined && UUID.test(id) ? await findOrder(tx, id) : undefined
}

type Kept = ProviderMembership & { state: StoredMembership['state'] }

/** A membership for which nothing was ever paid opens nothing, and must not stand in the way of one that is paid. */
function isKept(membership: ProviderMembership | undefined): membership is Kept {
  return membership !== undefined && membership.state !== 'waiting'
}

async function keepMembership(
  tx: Tx,
  { name }: PaymentProvider,
  membership: Kept,
  order: Order,
  now: Date,
): Promise<StoredMembership> {
  const { fan } = await lockBuyer(tx, order)
  const { reference, state, renews, period, ended_at, card_last4, charged } = membership
  const before = await findMembership(tx, { provider: name, reference })
  const saved = await saveMembership(
    tx,
    {
      id: idOf(order.created_at, `membership ${name} ${reference}`),
      order_id: order.id,
      fan_id: order.fan_id,
      creator_id: order.creator_id,
      provider: name,
      reference,
      // What names a person is not written for somebody who leaves.
      customer: fan === 'gone' ? null : membership.customer,
      state,
      renews,
      price: order.price,
      charged,
      period_starts_at: period.starts_at,
      period_ends_at: period.ends_at,
      card_last4: fan === 'gone' ? null : (card_last4 ?? null),
      ended_at: ended_at ?? null,
    },
    now,
  )
  if (fan !== 'gone') await followRenewal(tx, before, membership, now)
  await updateGrace(tx, saved.id)
  return saved
}

interface Settlement {
  provider: PaymentProvider
  payment: ProviderPayment
  order: Order | undefined
  membership: ProviderMembership | undefined
  /** The payment in the books, if it was settled before. */
  known: Movement | undefined
}

async function settle(tx: Tx, ctx: PaymentContext, settlement: Settlement): Promise<void> {
  const { provider, payment, order, membership, known } = settlement
  // The provider may say so a moment after the first payment.
  const paid = membership && (isKept(membership) ? membership : { ...membership, state: 'active' as const })
  const now = ctx.now()
  // The fan is locked before any of their periods: all payments of one fan are settled one after the other.
  const buyer = order && (await lockBuyer(tx, order))
  const stored = order && paid && (await keepMembership(tx, provider, paid, order, now))
  const booked = known
    ? { movement: known, sale: undefined }
    : await bookPayment(tx, { provider, payment, order, buyer, membership: stored }, now)
  const { movement } = booked
  const reversals = await bookReversals(tx, movement, payment, now)
  if (movement.subscription_id) await setRefunded(tx, movement.subscription_id, endOfAccess(payment) ?? null)
  await setUnappliedState(tx, movement.id, lastReversal(movement, reversals))
  // Who has disputed one payment is not charged again.
  if (stored && payment.disputes.some(({ state }) => state === 'lost')) await wantEnd(tx, [stored.id], now)
  if (stored) await updateGrace(tx, stored.id)
  if (order) {
    const { paid_at, billing_country, card_country } = payment
    const customer = buyer?.fan === 'gone' ? undefined : payment.customer
    await setOrderEvidence(tx, order.id, { paid_at, customer, billing_country, card_country })
    await updateOrderState(tx, order.id)
  }
  // Numbers of receipts come last: other payments wait for them.
  if (booked.sale) await issueReceipt(tx, { ...booked.sale, seller: ctx.config.seller ?? [] }, now)
  for (const reversal of reversals) {
    const isGivenBack = reversal.kind === 'refund' || isLost(payment, reversal)
    const is_fan_there = buyer !== undefined && buyer.fan !== 'gone'
    if (isGivenBack) await issueCreditNote(tx, { payment: movement, reversal, is_fan_there }, now)
  }
}

function isLost({ disputes }: ProviderPayment, { kind, reference }: Movement): boolean {
  return kind === 'dispute' && disputes.some((dispute) => dispute.reference === reference && dispute.state === 'lost')
}

/** When the last of the money went back; undefined while some of it is still here. */
function lastReversal(movement: Movement, reversals: Movement[]): Date | undefined {
  const left = reversals.reduce((sum, { charged }) => sum + charged, movement.charged)
  return left > 0 ? undefined : reversals.map(({ occurred_at }) => occurred_at).sort((a, b) => +b - +a)[0]
}

interface NewPayment {
  provider: PaymentProvider
  payment: ProviderPayment
  order: Order | undefined
  /** The two sides of the order. */
  buyer: Buyer | undefined
  membership: StoredMembership | undefined
}

interface BookedPayment {
  movement: Movement
  /** For the receipt; undefined for money that opened nothing. */
  sale: Omit<Sale, 'seller'> | undefined
}

/** Books what the provider says was taken, whatever else is wrong, and opens the period or says why not. */
async function bookPayment(
  tx: Tx,
  { provider, payment, order, buyer, membership }: NewPayment,
  now: Date,
): Promise<BookedPayment> {
  const { reference, paid_at, charged, fee } = payment
  const vat = Math.min(Math.max(payment.vat, 0), charged)
  const problem = problemOf(payment, order, buyer)
  const base = {
    id: idOf(paid_at, `payment ${provider.name} ${reference}`),
    provider: provider.name,
    kind: 'payment' as const,
    reference,
    original_id: null,
    order_id: order?.id ?? null,
    vat_country: order?.vat_country ?? payment.billing_country ?? null,
    vat_percent: order?.vat_percent ?? null,
    occurred_at: paid_at,
    is_demo: false,
  }
  if (!order || !buyer || problem) {
    const nobodys = { subscription_id: null, creator_id: null, period: null }
    const movement = { ...base, ...nobodys, ...splitUnapplied({ charged, vat, fee }) }
    await insertMovement(tx, movement, now)
    const reason = problem ?? 'unknown_order'
    const id = idOf(paid_at, `unapplied ${provider.name} ${reference}`)
    await insertUnappliedPayment(tx, { id, movement_id: movement.id, reason, created_at: now })
    if (membership && !FROZEN.includes(reason)) await wantEnd(tx, [membership.id], now)
    return { movement, sale: undefined }
  }
  const subscription_id = idOf(paid_at, `period ${provider.name} ${reference}`)
  const { creator_id, period, fan_id } = order
  const movement = { ...base, subscription_id, creator_id, period, ...splitPayment({ charged, vat, fee }) }
  await insertMovement(tx, movement, now)
  await tellCreator(tx, { fan_id, creator_id, membership_id: membership?.id ?? null, now })
  const placed = await insertPaidPeriod(tx, {
    id: subscription_id,
    fan_id,
    profile_id: creator_id,
    paid_at,
    entitled_from: payment.period?.starts_at ?? paid_at,
    entitled_until: payment.period?.ends_at ?? endOfPeriod(paid_at, period),
    order_id: order.id,
    membership_id: membership?.id ?? null,
  })
  if (!placed) throw new Error(`the payment ${reference} opened nothing`)
  const { fan_name, creator_name } = buyer
  const { starts_at, expires_at: ends_at } = placed
  return {
    movement,
    sale: { payment: movement, order, fan_name, creator_name, starts_at, ends_at, card: payment.card_last4 },
  }
}

/** A freeze ends: the renewal is paused meanwhile, and not ended. */
const FROZEN: readonly UnappliedReason[] = ['fan_frozen', 'creator_frozen']

/**
 * What is not of this house is neither booked nor sent back: others may sell through the same account. Prices are in euros, so
 * a payment in another currency is none of ours, whatever it names.
 */
function foreignReason(
  { is_ours, currency }: ProviderPayment,
  order: Order | undefined,
): ForeignPayment['reason'] | undefined {
  if (!order && !is_ours) return 'not_ours'
  return currency === 'eur' ? undefined : 'other_currency'
}

/** Why a payment cannot open what was ordered. */
function problemOf(
  { charged, billing_country }: ProviderPayment,
  order: Order | undefined,
  buyer: Buyer | undefined,
): UnappliedReason | undefined {
  if (!order || !buyer) return 'unknown_order'
  if (buyer.fan === 'gone') return 'fan_gone'
  if (buyer.creator === 'gone') return 'creator_gone'
  if (buyer.fan === 'frozen') return 'fan_frozen'
  if (buyer.creator === 'frozen') return 'creator_frozen'
  if (buyer.is_blocked) return 'blocked'
  if (!isCountry(billing_country ?? order.vat_country)) return 'unknown_country'
  if (charged !== order.charged) return 'amount_differs'
  return undefined
}
