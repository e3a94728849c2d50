import type { Queryable } from '#server/db/connect.ts'
import { FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { isVisible } from '#server/store/visibility/people.ts'
import { newestPeriod } from '#server/store/visibility/subscribers.ts'
import { type Order, orderColumns } from './orders.ts'

/** The customer of the last paid order, so that the provider knows the card. */
export async function findLastCustomer(
  db: Queryable,
  { fan_id, provider }: Pick<Order, 'fan_id' | 'provider'>,
): Promise<string | undefined> {
  const [row] = await db<{ customer: string }[]>`
    select customer from orders
    where fan_id = ${fan_id} and provider = ${provider} and customer is not null and paid_at is not null
    order by created_at desc, id desc limit 1`
  return row?.customer
}

/** The country of the last order. */
export async function findLastCountry(db: Queryable, fan_id: string): Promise<string | undefined> {
  const [row] = await db<{ vat_country: string }[]>`
    select vat_country from orders where fan_id = ${fan_id} order by created_at desc, id desc limit 1`
  return row?.vat_country
}

/** An order as its fan sees it. */
export interface OwnOrder extends Order {
  /** Null if the creator is gone, or absent for this fan. */
  username: string | null
  picture_id: string | null
  /** Of the newest period that was paid with it. */
  starts_at: Date | null
  ends_at: Date | null
  receipt: string | null
}

export async function findOwnOrder(db: Queryable, fan_id: string, id: string): Promise<OwnOrder | undefined> {
  const [order] = await db<OwnOrder[]>`
    select o.*, c.username, c.picture_id, s.starts_at, s.ends_at,
      (select number from receipts r where r.order_id = o.id and r.kind = 'receipt' order by number desc limit 1) as receipt
    from (select ${orderColumns(db)} from orders where id = ${id} and fan_id = ${fan_id}) o
      left join lateral (
        select u.username, p.picture_id from profiles p join users u on u.id = p.id
        where p.id = o.creator_id and ${isVisible(db, { person: 'p.id', to: fan_id })}
      ) c on true
      left join lateral (${newestPeriod(db, { order: db`o.id` })}) s on true`
  return order
}

/** An order as staff see it. */
export interface StaffOrderRow extends Order {
  /** Null for an erased account. */
  fan: string | null
  creator: string | null
  /** What was given back of its last payment, or taken back by a dispute, in cents. */
  refunded: number
}

export interface StaffOrderFilter {
  fan_id?: string | undefined
  /** Only those whose withdrawal waits for a decision. */
  withdrawal_asked?: boolean
  id?: string
}

/** A page of orders, newest first, plus the first row of the next page. */
export async function listOrders(
  db: Queryable,
  { fan_id, withdrawal_asked, id }: StaffOrderFilter,
  before: TimeCursor = FIRST_PAGE,
  limit = PAGE_ROWS,
): Promise<StaffOrderRow[]> {
  const [of_fan, asked, one] = [
    fan_id === undefined ? db`` : db`and fan_id = ${fan_id}`,
    withdrawal_asked
      ? db`and withdrawal_asked_at is not null and withdrawal_declined_at is null and state = 'paid'`
      : db``,
    id === undefined ? db`` : db`and id = ${id}`,
  ]
  return await db<StaffOrderRow[]>`
    select o.*, fan.username as fan, creator.username as creator, coalesce(-given_back.charged, 0) as refunded
    from (
      select ${orderColumns(db)} from orders
      where (created_at, id) < (${before.at}, ${before.id}::uuid) ${of_fan} ${asked} ${one}
      order by created_at desc, id desc limit ${limit}
    ) o
      left join users fan on fan.id = o.fan_id
      left join users creator on creator.id = o.creator_id
      left join lateral (
        select sum(r.charged) as charged from movements r
        where r.original_id = (${lastPayment(db, 'o.id')})
      ) given_back on true
    order by o.created_at desc, o.id desc`
}

function lastPayment(db: Queryable, order_id: string) {
  return db`
    select id from movements where order_id = ${db(order_id)} and kind = 'payment'
    order by occurred_at desc, id desc limit 1`
}

/** The last payment of an order, and what is left of it, in cents. */
export interface LastPayment {
  reference: string
  charged: number
  left: number
}

export async function findLastPayment(db: Queryable, order_id: string): Promise<LastPayment | undefined> {
  const [payment] = await db<LastPayment[]>`
    select p.reference, p.charged,
      p.charged + coalesce((select sum(charged) from movements where original_id = p.id), 0) as left
    from orders o join movements p on p.id = (${lastPayment(db, 'o.id')})
    where o.id = ${order_id}`
  return payment
}

/** A line of the books about an order. */
export interface OrderMovement {
  occurred_at: Date
  kind: string
  reference: string
  charged: number
  vat: number
  platform_fee: number
  banking_fee: number
  net: number
}

export async function listMovementsOf(db: Queryable, order_id: string): Promise<OrderMovement[]> {
  return await db<OrderMovement[]>`
    select occurred_at, kind, reference, charged, vat, platform_fee, banking_fee, net
    from movements where order_id = ${order_id} order by occurred_at, id`
}

/** The checkouts whose end is not known yet, for the reconciliation. */
export async function listWaitingCheckouts(db: Queryable, provider: Order['provider'], since: Date): Promise<string[]> {
  const rows = await db<{ checkout_reference: string }[]>`
    select checkout_reference from orders
    where state = 'waiting' and provider = ${provider} and checkout_reference is not null and created_at >= ${since}
    order by created_at, id`
  return rows.map(({ checkout_reference }) => checkout_reference)
}
