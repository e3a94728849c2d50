import type { ReceiptFacts } from '#server/store/receipts.ts'
import { visibleName } from '#server/store/visibility/people.ts'
import { type ListPage, ROWS } from './account-lists.ts'

export interface OrderData {
  creator: string
  period: string
  renews: boolean
  /** In cents. */
  price: number
  vat: number
  charged: number
  country: string
  billing_country: string | null
  card_country: string | null
  consent: string
  consented_at: Date
  state: string
  created_at: Date
  withdrawal_asked_at: Date | null
  withdrawal_declined_at: Date | null
  withdrawal_answer: string | null
}

export const listOwnOrders: ListPage<OrderData> = async (db, { user_id, after }) =>
  await db`
  select o.id as cursor, ${visibleName(db, { person: 'u', to: user_id })} as creator, o.period, o.renews, o.price, o.vat, o.charged,
    o.vat_country as country, o.billing_country, o.card_country, o.consent, o.consented_at, o.state, o.created_at,
    o.withdrawal_asked_at, o.withdrawal_declined_at, o.withdrawal_answer
  from orders o left join users u on u.id = o.creator_id
  where o.fan_id = ${user_id} and o.id > ${after} order by o.id limit ${ROWS}`

export interface ReceiptData {
  number: string
  kind: 'receipt' | 'credit_note'
  issued_at: Date
  facts: ReceiptFacts
}

/** The cursor of a list is an id: that of the movement. */
export const listOwnReceipts: ListPage<ReceiptData> = async (db, { user_id, after }) =>
  await db`
  select movement_id as cursor, number, kind, issued_at, facts from receipts
  where fan_id = ${user_id} and movement_id > ${after} order by movement_id limit ${ROWS}`
