import { amountOf } from '#contract/fees.ts'
import type { Queryable } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import type { NewNotice } from '#server/store/notices.ts'
import type { Movement } from '#server/store/payments/movements.ts'
import type { Order } from '#server/store/payments/orders.ts'
import { findReceipt, insertReceipt, type ReceiptFacts } from '#server/store/receipts.ts'
import { notify } from './notify.ts'

export interface Sale {
  payment: Movement
  order: Order
  fan_name: string
  creator_name: string
  starts_at: Date
  ends_at: Date
  card: string | undefined
  seller: readonly string[]
}

/**
 * Issues the receipt of a payment and tells the fan, once. Call it in the transaction that books the payment, after everything
 * else.
 */
export async function issueReceipt(db: Queryable, sale: Sale, issued_at: Date): Promise<void> {
  const { payment, order } = sale
  if (await findReceipt(db, payment.id)) return
  const facts: ReceiptFacts = {
    fan: sale.fan_name,
    creator: sale.creator_name,
    corrects: null,
    period: order.period,
    starts_at: sale.starts_at.toISOString(),
    ends_at: sale.ends_at.toISOString(),
    price: payment.price,
    vat: payment.vat,
    charged: payment.charged,
    vat_percent: order.vat_percent,
    country: order.vat_country,
    card: sale.card ?? null,
    consent: order.consent,
    consent_locale: order.consent_locale,
    consented_at: order.consented_at.toISOString(),
    seller: [...sale.seller],
  }
  const { id: order_id, fan_id, creator_id } = order
  await insertReceipt(db, { kind: 'receipt', movement_id: payment.id, order_id, fan_id, creator_id, facts, issued_at })
  const details = { creator_id, expires_at: sale.ends_at.toISOString(), amount: amountOf(payment.charged) }
  await tell(db, { user_id: fan_id, kind: 'payment_received', details, created_at: issued_at })
}

/** Issues the credit note of a refund or of a lost dispute, once, if there is a receipt to correct, and tells the fan. */
export async function issueCreditNote(
  db: Queryable,
  { payment, reversal, is_fan_there }: { payment: Movement; reversal: Movement; is_fan_there: boolean },
  issued_at: Date,
): Promise<void> {
  const receipt = await findReceipt(db, payment.id)
  if (!receipt || reversal.charged === 0 || (await findReceipt(db, reversal.id))) return
  const { number, order_id, fan_id, creator_id } = receipt
  const { price, vat, charged } = reversal
  const facts = { ...receipt.facts, corrects: number, price: -price, vat: -vat, charged: -charged }
  const note = { movement_id: reversal.id, order_id, fan_id, creator_id, facts, issued_at }
  await insertReceipt(db, { kind: 'credit_note', ...note })
  const details = { creator_id, amount: amountOf(-charged) }
  if (is_fan_there) await tell(db, { user_id: fan_id, kind: 'payment_refunded', details, created_at: issued_at })
}

async function tell(db: Queryable, notice: Omit<NewNotice, 'id'>): Promise<void> {
  await notify(db, [{ id: newId(notice.created_at), ...notice }])
}
