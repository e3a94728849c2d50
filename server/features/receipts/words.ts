import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import type { Receipt } from '#contract/receipts.ts'
import { moneyText } from '#server/pdf.ts'

const PERIODS = {
  en: { day: '1 Day', week: '1 Week', month: '1 Month' },
  fr: { day: '1 jour', week: '1 semaine', month: '1 mois' },
} as const satisfies Record<Locale, Record<Receipt['period'], string>>

function country(code: string, locale: Locale): string {
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
}

/** The words of a printed receipt. Times are in UTC, as everywhere in the books. */
export function receiptWords(receipt: Receipt, locale: Locale) {
  const { kind, period, starts_at, ends_at, vat_percent, card, corrects } = receipt
  const isNote = kind === 'credit_note'
  const day = (time: string) => dateText(time, locale, 'day', 'UTC')
  // A credit note gives money back.
  const amount = (cents: string) => moneyText(isNote ? `-${cents}` : cents, locale)
  const fr = locale === 'fr'
  const rows: [string, string][] = [
    [fr ? 'Date' : 'Date', `${dateText(receipt.issued_at, locale, 'moment', 'UTC')} UTC`],
  ]
  if (corrects) rows.push([fr ? 'Corrige le reçu' : 'Corrects receipt', corrects])
  if (starts_at && ends_at) rows.push([fr ? 'Du, au' : 'From, until', `${day(starts_at)} – ${day(ends_at)}`])
  rows.push([fr ? 'Pour' : 'For', `@${receipt.fan}`])
  if (card) rows.push([fr ? 'Payé par' : 'Paid with', fr ? `carte finissant par ${card}` : `card ending in ${card}`])
  const percent = fr ? `${vat_percent.replace('.', ',')}\u00a0%` : `${vat_percent}%`
  return {
    title: isNote ? (fr ? 'Avoir' : 'Credit note') : fr ? 'Reçu' : 'Receipt',
    number: fr ? 'N°' : 'No.',
    box: fr ? 'Loge' : 'Box',
    seat: fr ? 'Place' : 'Seat',
    period: PERIODS[locale][period],
    rows,
    lines: [
      [`${PERIODS[locale][period]}, ${receipt.creator}`, amount(receipt.price)],
      [`${fr ? 'TVA' : 'VAT'} ${percent}, ${country(receipt.country, locale)}`, amount(receipt.vat)],
    ] as [string, string][],
    total: [
      isNote ? (fr ? 'Total remboursé' : 'Total given back') : fr ? 'Total payé' : 'Total paid',
      amount(receipt.charged),
    ] as [string, string],
    seller: fr ? 'Vendeur' : 'Seller',
    consent: fr
      ? `Vous avez demandé à commencer tout de suite, le ${day(receipt.consented_at)}, et renoncé à votre droit de rétractation.`
      : `You asked to start at once, on ${day(receipt.consented_at)}, and gave up your right to withdraw.`,
  }
}
