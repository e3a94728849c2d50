import { amountOf, feesOf } from '#contract/fees.ts'
import { BANKING_FEE_PERCENT, PLATFORM_FEE_PERCENT } from '#contract/limits.ts'
import { VAT_PERCENT } from '#contract/vat.ts'
import { useNamespace, useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { MoneyLines, MoneyTitle } from '#web/ui/money-lines.tsx'
import type { Question } from './question.ts'
import { VatPill } from './vat-pill.tsx'

/** Where the fan's money goes, line by line: what is taken away has a minus, so that the column adds up. */
export function Answer({ question: { price, country } }: { question: Question }) {
  const { t, language } = useTranslation()
  const { countries } = useNamespace('pricing')
  const vat_percent = VAT_PERCENT[country]
  const { charged, vat, platform_fee, banking_fee, net } = feesOf(price, vat_percent)
  const plain = (cents: number) => euros(amountOf(cents), language)
  const taken = (cents: number) => (cents === 0 ? '' : '−') + plain(cents)

  return (
    <div className="md:col-start-2 md:row-span-2 md:row-start-1">
      <MoneyTitle
        title={t('pricing.calculator.question', { price: plain(price), country: countries[country] })}
        pill={<VatPill percent={vat_percent} />}
      />
      <MoneyLines
        lines={[
          { label: t('pricing.fan_pays'), amount: plain(charged) },
          { label: t('pricing.vat'), amount: taken(vat) },
          {
            label: t('pricing.calculator.platform_fee', { percent: PLATFORM_FEE_PERCENT }),
            amount: taken(platform_fee),
          },
          { label: t('pricing.calculator.banking_fee', { percent: BANKING_FEE_PERCENT }), amount: taken(banking_fee) },
          { label: t('pricing.creator_gets'), amount: plain(net) },
        ]}
      />
    </div>
  )
}
