import type { Queryable } from '#server/db/connect.ts'
import { PAGE_ROWS } from '#server/paging.ts'
import type { Period } from './payments/movements.ts'
import { isVisible } from './visibility/people.ts'

/** Everything that is printed, as it was when the receipt was issued. */
export interface ReceiptFacts {
  fan: string
  creator: string
  /** The number of the receipt that a credit note corrects. */
  corrects: string | null
  period: Period
  starts_at: string | null
  ends_at: string | null
  /** In cents; those of a credit note are what was given back. */
  price: number
  vat: number
  charged: number
  vat_percent: number
  country: string
  card: string | null
  consent: string
  consent_locale: string
  consented_at: string
  seller: string[]
}

export interface NewReceipt {
  kind: 'receipt' | 'credit_note'
  movement_id: string
  order_id: string
  fan_id: string
  creator_id: string
  facts: ReceiptFacts
  issued_at: Date
}

const SEQUENCE_DIGITS = 6

/**
 * Issues a receipt with the next number of the year. The row of the year stays locked until the transaction ends, and the
 * number is taken back if it fails: so there is no gap. Call it last, because other payments wait from here on.
 */
export async function insertReceipt(db: Queryable, receipt: NewReceipt): Promise<string> {
  const year = receipt.issued_at.getUTCFullYear()
  const [drawn] = await db<{ last: number }[]>`
    insert into receipt_numbers as n (year, last) values (${year}, 1)
    on conflict (year) do update set last = n.last + 1 returning last`
  if (!drawn) throw new Error('a receipt has no number')
  const number = `${year}-${String(drawn.last).padStart(SEQUENCE_DIGITS, '0')}`
  await db`insert into receipts ${db({ number, year, sequence: drawn.last, ...receipt })}`
  return number
}

/** The receipt of a payment, or the credit note of what was given back. */
export async function findReceipt(
  db: Queryable,
  movement_id: string,
): Promise<(Omit<NewReceipt, 'movement_id'> & { number: string }) | undefined> {
  const [receipt] = await db<(Omit<NewReceipt, 'movement_id'> & { number: string })[]>`
    select number, kind, order_id, fan_id, creator_id, facts, issued_at from receipts where movement_id = ${movement_id}`
  return receipt
}

/** A receipt as its fan sees it, with the present portrait of the creator if the fan may see it. */
export interface ReceiptRow extends Omit<NewReceipt, 'movement_id' | 'fan_id' | 'creator_id'> {
  number: string
  picture_id: string | null
  /** The withdrawal that waits or was declined, while the order is paid. */
  asked_at: Date | null
  declined_at: Date | null
}

/** A page of a fan's receipts, newest first, plus the first row of the next page. */
export async function listReceiptsOf(db: Queryable, fan_id: string, after: string | undefined): Promise<ReceiptRow[]> {
  const [year = '9999', sequence = '0'] = after?.split('-') ?? []
  return await db<ReceiptRow[]>`
    ${receiptRows(db, fan_id)} and (r.year, r.sequence) < (${Number(year)}::int, ${Number(sequence)}::int)
    order by r.year desc, r.sequence desc ${db.unsafe(`limit ${PAGE_ROWS}`)}`
}

export async function findReceiptOf(db: Queryable, fan_id: string, number: string): Promise<ReceiptRow | undefined> {
  const [row] = await db<ReceiptRow[]>`${receiptRows(db, fan_id)} and r.number = ${number}`
  return row
}

function receiptRows(db: Queryable, fan_id: string) {
  return db`
    select r.number, r.kind, r.order_id, r.facts, r.issued_at, p.picture_id,
      o.withdrawal_asked_at as asked_at, o.withdrawal_declined_at as declined_at
    from receipts r left join profiles p
      on p.id = r.creator_id and ${isVisible(db, { person: 'p.id', to: fan_id })}
      left join orders o on o.id = r.order_id and o.state = 'paid'
    where r.fan_id = ${fan_id}`
}
