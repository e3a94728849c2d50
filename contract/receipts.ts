import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { PERIODS } from './money.ts'
import { Amount, Id, MediaPath, nullable, oneOf, Time } from './schemas.ts'

/** "2026-000417": the year in UTC and a number without gaps. */
const RECEIPT_PATTERN = '^\\d{4}-\\d{6,}$'

export const RECEIPT_KINDS = ['receipt', 'credit_note'] as const

/** One line of the list. */
export const ListedReceipt = Type.Object({
  number: Type.String(),
  kind: oneOf(RECEIPT_KINDS),
  /** The name as it was at the payment. */
  creator: Type.String(),
  profile_pic: nullable(MediaPath),
  period: oneOf(PERIODS),
  /** What was paid, or given back with a credit note. */
  charged: Amount,
  issued_at: Time,
})

export const Receipt = Type.Object({
  ...ListedReceipt.properties,
  order_id: Id,
  /** Of a credit note: the receipt that it corrects. */
  corrects: nullable(Type.String()),
  fan: Type.String(),
  starts_at: nullable(Time),
  ends_at: nullable(Time),
  price: Amount,
  vat: Amount,
  /** "20" or "8.1" */
  vat_percent: Type.String(),
  country: Type.String(),
  /** The last four digits of the card, if there was one. */
  card: nullable(Type.String()),
  /** When the fan asked to start at once. */
  consented_at: Time,
  /** Of the order as it is now, not of the receipt: its fan has asked to withdraw. `declined_at` is null while it waits. */
  withdrawal: nullable(Type.Object({ asked_at: Time, declined_at: nullable(Time) })),
  /** Name, address and VAT number of the seller, one line each. */
  seller: Type.Array(Type.String()),
})

export const receipts = {
  list_receipts: endpoint({
    method: 'GET',
    path: '/receipts',
    access: 'member',
    summary: 'One’s receipts and credit notes, newest first',
    query: Type.Object({ cursor: Type.Optional(Type.String({ pattern: RECEIPT_PATTERN })) }),
    response: Type.Array(ListedReceipt),
  }),
  get_receipt: endpoint({
    method: 'GET',
    path: '/receipts/{number}',
    access: 'member',
    summary: 'One receipt of one’s own; `format=pdf` answers application/pdf, in the language of Accept-Language',
    params: Type.Object({ number: Type.String({ maxLength: 20 }) }),
    query: Type.Object({ format: Type.Optional(oneOf(['json', 'pdf'])) }),
    response: Receipt,
    produces: ['application/json', 'application/pdf'],
  }),
}

export type ListedReceipt = Static<typeof ListedReceipt>
export type Receipt = Static<typeof Receipt>
