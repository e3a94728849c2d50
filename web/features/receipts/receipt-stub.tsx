import type { ReactNode } from 'react'
import { dateText } from '#contract/dates.ts'
import type { Receipt } from '#contract/receipts.ts'
import { countryName } from '#web/lib/countries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { cx } from '#web/ui/cx.ts'
import { LogoMark } from '#web/ui/logo.tsx'

/** A receipt or a credit note as a theatre stub. It is all that is printed. */
export function ReceiptStub({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const { number, creator, period, kind } = receipt
  return (
    <div className="paper-stub-shadow">
      <article aria-label={`${t(`receipts.${kind}`)} ${number}`} className="paper-stub">
        <div className="flex items-center gap-3.5 px-5.5 pt-4.5 pb-4 sm:px-7">
          <LogoMark className="h-10 w-8.5" />
          <div>
            <p className="wordmark text-title-xl">{t('receipts.house')}</p>
            <p className="cue text-label">{t(`receipts.${kind}`)}</p>
          </div>
          <Headline label={t('receipts.number')} className="num ml-auto text-right text-title-sm leading-heading">
            {number}
          </Headline>
        </div>
        <div className="mx-5.5 flex flex-wrap justify-between gap-x-5 gap-y-2 border-t border-ink pt-3.5 pb-4.5 sm:mx-7">
          <Headline label={t('receipts.box')} className="min-w-0 text-title-lg leading-button wrap-anywhere">
            {creator}
          </Headline>
          <Headline label={t('receipts.seat')} className="text-right text-title-lg leading-button">
            {t(`receipts.${period}`)}
          </Headline>
        </div>
        <div className="paper-stub-tear" />
        <Facts receipt={receipt} />
        <div className="paper-stub-tear" />
        <Foot receipt={receipt} />
        <div aria-hidden="true" className="balustrade" />
      </article>
    </div>
  )
}

function Headline({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <div className={cx('font-display', className)}>
      <p className="cue text-label">{label}</p>
      <p>{children}</p>
    </div>
  )
}

interface Row {
  label: string
  value: string
  look?: 'amount' | 'total'
}

/** Tables, so that each amount is read with what it is for; two, so that a long name leaves the dates their line. */
function Facts({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const { about, bill, total } = useRows(receipt)
  return (
    <div className="px-5.5 py-2 text-label leading-note sm:px-7">
      <table className="w-full border-collapse">
        <caption className="sr-only">{t(`receipts.${receipt.kind}`)}</caption>
        <Rows rows={about} />
      </table>
      <table className="w-full border-collapse">
        <caption className="sr-only">{t('receipts.amounts')}</caption>
        <Rows rows={bill} hasRule />
        <Rows rows={[total]} hasRule />
      </table>
    </div>
  )
}

function Rows({ rows, hasRule = false }: { rows: Row[]; hasRule?: boolean }) {
  return (
    <tbody className={cx(hasRule && 'border-t border-line')}>
      {rows.map(({ label, value, look }) => (
        <tr key={label} className="align-baseline">
          <th
            scope="row"
            className={cx('py-1.5 pr-4 text-left', look === 'total' ? 'font-semibold' : 'font-normal text-soft')}
          >
            {label}
          </th>
          <td
            className={cx(
              'py-1.5 text-right wrap-anywhere',
              look && 'num one-line',
              look === 'amount' && 'text-large',
              look === 'total' && 'pt-3 text-title-xl leading-none text-house',
            )}
          >
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  )
}

function useRows(receipt: Receipt): { about: Row[]; bill: Row[]; total: Row } {
  const { t, language } = useTranslation()
  const { issued_at, starts_at, ends_at, corrects, card, kind } = receipt
  const isCredit = kind === 'credit_note'
  const money = (amount: string) =>
    isCredit ? t('receipts.minus', { amount: euros(amount, language) }) : euros(amount, language)
  const day = (time: string) => dateText(time, language, 'day_short')
  const about: Row[] = [{ label: t('receipts.date'), value: dateText(issued_at, language, 'moment') }]
  if (corrects !== null) about.push({ label: t('receipts.corrects'), value: corrects })
  if (starts_at !== null && ends_at !== null) {
    const value = t('receipts.from_until', {
      from: day(starts_at),
      until: dateText(ends_at, language, 'day_year_short'),
    })
    about.push({ label: t('receipts.period'), value })
  }
  about.push({ label: t('receipts.for'), value: `@${receipt.fan}` })
  if (card !== null) about.push({ label: t('receipts.paid_with'), value: t('receipts.card', { digits: card }) })
  return {
    about,
    bill: [
      {
        label: t('receipts.item', { period: t(`receipts.${receipt.period}`), creator: receipt.creator }),
        value: money(receipt.price),
        look: 'amount',
      },
      {
        label: t('receipts.vat', {
          percent: Number(receipt.vat_percent),
          country: countryName(receipt.country, language),
        }),
        value: money(receipt.vat),
        look: 'amount',
      },
    ],
    total: {
      label: t(isCredit ? 'receipts.total_back' : 'receipts.total'),
      value: money(receipt.charged),
      look: 'total',
    },
  }
}

/** Who sold it, and the consent to start at once. */
function Foot({ receipt }: { receipt: Receipt }) {
  const { t, language } = useTranslation()
  return (
    <div className="px-5.5 pt-2 pb-5.5 text-fine text-soft sm:px-7">
      <p className="font-semibold text-ink">{t('receipts.seller')}</p>
      {receipt.seller.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {receipt.kind === 'receipt' && (
        <p className="mt-2.5">{t('receipts.consent', { date: dateText(receipt.consented_at, language, 'moment') })}</p>
      )}
    </div>
  )
}
