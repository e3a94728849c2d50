import { amountOf } from '#contract/fees.ts'
import type { ListedReceipt, Receipt } from '#contract/receipts.ts'
import { mediaPath } from '#server/media/media.ts'
import type { ReceiptRow } from '#server/store/receipts.ts'

export function presentListed({ number, kind, facts, issued_at, picture_id }: ReceiptRow): ListedReceipt {
  const { creator, period, charged } = facts
  return {
    number,
    kind,
    creator,
    profile_pic: mediaPath(picture_id),
    period,
    charged: amountOf(charged),
    issued_at: issued_at.toISOString(),
  }
}

/** What was printed when it was issued, whatever has changed since, and how the withdrawal stands. */
export function presentReceipt(row: ReceiptRow): Receipt {
  const { order_id, facts } = row
  const { corrects, fan, starts_at, ends_at, price, vat, vat_percent, country, card, consented_at, seller } = facts
  return {
    ...presentListed(row),
    order_id,
    corrects,
    fan,
    starts_at,
    ends_at,
    price: amountOf(price),
    vat: amountOf(vat),
    vat_percent: String(vat_percent),
    country,
    card,
    consented_at,
    withdrawal: row.asked_at && {
      asked_at: row.asked_at.toISOString(),
      declined_at: row.declined_at?.toISOString() ?? null,
    },
    seller,
  }
}
