import type { Queryable } from '#server/db/connect.ts'
import { findOrderPayments, type Period } from './movements.ts'

export interface Order {
  id: string
  fan_id: string
  creator_id: string
  period: Period
  /** A month renews; a day and a week are single tickets. */
  renews: boolean
  /** Frozen at the click, in cents. */
  price: number
  vat_country: string
  vat_percent: number
  vat: number
  charged: number
  /** The wording that the fan agreed to, and in which language. */
  consent: string
  consent_locale: string
  consented_at: Date
  state: 'waiting' | 'paid' | 'failed' | 'expired' | 'refunded'
  provider: 'stripe' | 'sandbox'
  checkout_reference: string | null
  customer: string | null
  client_id: string | null
  billing_country: string | null
  card_country: string | null
  created_at: Date
  paid_at: Date | null
  withdrawal_asked_at: Date | null
  /** The key of the refund of all of it, from before the provider is asked. */
  whole_refund: string | null
  withdrawal_declined_at: Date | null
  /** What staff answered; null for a fan who had left. */
  withdrawal_answer: string | null
}

export type NewOrder = Omit<
  Order,
  | 'state'
  | 'checkout_reference'
  | 'billing_country'
  | 'card_country'
  | 'paid_at'
  | 'withdrawal_asked_at'
  | 'whole_refund'
  | 'withdrawal_declined_at'
  | 'withdrawal_answer'
>

/** Idempotent per fan and `client_id`: a repeated one returns the first order. */
export async function insertOrder(db: Queryable, order: NewOrder): Promise<Order> {
  const [inserted] = await db<Order[]>`
    insert into orders ${db(order)} on conflict (fan_id, client_id) do nothing returning ${orderColumns(db)}`
  if (inserted) return inserted
  const [first] = await db<Order[]>`
    select ${orderColumns(db)} from orders where fan_id = ${order.fan_id} and client_id = ${order.client_id}`
  if (!first) throw new Error('an order was neither inserted nor found')
  return first
}

export function orderColumns(db: Queryable) {
  return db`id, fan_id, creator_id, period, renews, price, vat_country, vat_percent::float8 as vat_percent, vat, charged,
    consent, consent_locale, consented_at, state, provider, checkout_reference, customer, client_id, billing_country,
    card_country, created_at, paid_at, withdrawal_asked_at, whole_refund, withdrawal_declined_at, withdrawal_answer`
}

export async function findOrder(db: Queryable, id: string): Promise<Order | undefined> {
  const [order] = await db<Order[]>`select ${orderColumns(db)} from orders where id = ${id}`
  return order
}

export async function findOrderByCheckout(db: Queryable, checkout_reference: string): Promise<Order | undefined> {
  const [order] = await db<Order[]>`
    select ${orderColumns(db)} from orders where checkout_reference = ${checkout_reference}`
  return order
}

export async function setCheckoutReference(db: Queryable, id: string, checkout_reference: string): Promise<void> {
  await db`update orders set checkout_reference = ${checkout_reference} where id = ${id}`
}

/** What the provider knows of the payer: it belongs to the first payment of the order. */
export interface OrderEvidence {
  paid_at: Date
  customer: string | undefined
  billing_country: string | undefined
  card_country: string | undefined
}

export async function setOrderEvidence(db: Queryable, id: string, evidence: OrderEvidence): Promise<void> {
  const { paid_at, customer, billing_country, card_country } = evidence
  await db`
    update orders set customer = ${customer ?? null}, billing_country = ${billing_country ?? null},
      card_country = ${card_country ?? null}
    where id = ${id} and (paid_at is null or paid_at >= ${paid_at})`
}

/** Derives the state of an order from its payments. The end of its checkout counts only while there are none. */
export async function updateOrderState(db: Queryable, id: string, checkout?: 'failed' | 'expired'): Promise<void> {
  const paid = await findOrderPayments(db, id)
  const state = paid ? (paid.is_refunded ? 'refunded' : 'paid') : (checkout ?? null)
  await db`
    update orders set state = coalesce(${state}, state), paid_at = ${paid?.paid_at ?? null} where id = ${id}`
}
