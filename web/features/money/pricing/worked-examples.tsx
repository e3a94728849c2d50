import { amountOf, BANKING_FEE_PERCENT, centsOf, feesOf } from '#contract/fees.ts'
import { useSection, useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { MoneyLines, MoneyTitle } from '#web/ui/money-lines.tsx'
import { VatPill } from './vat-pill.tsx'

/** The worked examples of the pricing page, exactly as specified. */
const WORKED_EXAMPLES = [
  { country: 'FR', price: '100', vat_percent: 20, fan_pays: '120', banking_fee: '8.40', creator_gets: '76.60' },
  { country: 'US', price: '100', vat_percent: 0, fan_pays: '100', banking_fee: '7', creator_gets: '78.05' },
] as const
const [, united_states] = WORKED_EXAMPLES

/** The two examples with the amounts of the specification, and below them the computed amount where it differs. */
export function WorkedExamples() {
  const { t, language } = useTranslation()
  const { countries } = useSection('money').pricing
  const short = (amount: string) => euros(amount, language, { short: true })
  const computed = feesOf(centsOf(united_states.price), united_states.vat_percent)

  return (
    <>
      <h2 className="d-l mb-3">{t('money.pricing.examples.title', { price: short(united_states.price) })}</h2>
      <p className="mb-8 max-w-140 text-soft">{t('money.pricing.examples.text', { percent: BANKING_FEE_PERCENT })}</p>
      <div className="grid gap-6 md:grid-cols-2">
        {WORKED_EXAMPLES.map(({ country, vat_percent, price, fan_pays, banking_fee, creator_gets }) => (
          <section key={country} className="rounded-card border border-line bg-surface p-5.5 md:px-7.5 md:py-7">
            <MoneyTitle title={countries[country]} pill={<VatPill percent={vat_percent} />} />
            <MoneyLines
              lines={[
                { label: t('money.pricing.price'), amount: short(price) },
                { label: t('money.pricing.fan_pays'), amount: short(fan_pays) },
                { label: t('money.pricing.banking_fee'), amount: short(banking_fee) },
                { label: t('money.pricing.creator_gets'), amount: short(creator_gets) },
              ]}
            />
          </section>
        ))}
      </div>
      <p className="mx-auto mt-5.5 max-w-160 text-center text-small text-pretty text-mute">
        {t('money.pricing.examples.note', {
          price: short(united_states.price),
          counted: euros(amountOf(computed.net), language),
          printed: euros(united_states.creator_gets, language),
        })}
      </p>
    </>
  )
}
