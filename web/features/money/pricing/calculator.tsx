import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import {
  amountOf,
  BANKING_FEE_PERCENT,
  centsOf,
  DEFAULT_PRICES,
  feesOf,
  PLATFORM_FEE_PERCENT,
  PRICE_MAX,
  PRICE_MIN,
  priceInCents,
} from '#contract/fees.ts'
import { type Country, isCountry, VAT_PERCENT, VAT_TABLE_DATE } from '#contract/vat.ts'
import { useSection, useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { PriceInput } from '#web/ui/forms/price-input.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { MoneyLines, MoneyTitle } from '#web/ui/money-lines.tsx'
import { VatPill } from './vat-pill.tsx'

/** The input of the calculator. */
interface Question {
  /** In cents. */
  price: number
  country: Country
}

const FIRST: Question = { price: centsOf(DEFAULT_PRICES.month_subscription), country: 'FR' }

/** Empty, or the start of a price such as 0.05: no error is shown while someone is still typing. */
const UNFINISHED = /^0?\.?0?$/

/** Computes what a fan pays and what the creator gets. An invalid price keeps the last result. */
export function Calculator() {
  const { t, language } = useTranslation()
  const { countries, vat_dates } = useSection('money').pricing
  const form = useRef<HTMLFormElement>(null)
  const [question, setQuestion] = useState(FIRST)
  const [isRefused, setRefused] = useState(false)
  /** The last result that was announced to screen readers: only finished input, not every key. */
  const [announced, setAnnounced] = useState<Question | 'refused'>(FIRST)

  function read(isDone: boolean) {
    if (!form.current) return
    const data = new FormData(form.current)
    const [typed, country] = [String(data.get('price')).replace(/^\./, '0.'), String(data.get('country'))]
    const price = priceInCents(typed)
    const asked = { price: price ?? question.price, country: isCountry(country) ? country : question.country }
    const next = asked.price === question.price && asked.country === question.country ? question : asked
    const refuses = price === undefined && (isDone || isRefused || !UNFINISHED.test(typed))
    setQuestion(next)
    setRefused(refuses)
    if (refuses) setAnnounced('refused')
    else if (isDone) setAnnounced(next)
  }

  // The form may have been filled in before hydration, by the person or by the browser.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only needed after the first render
  useEffect(() => read(false), [])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    read(true)
  }

  const refusal = t('money.pricing.calculator.price_refused', {
    least: euros(PRICE_MIN, language),
    most: euros(PRICE_MAX, language),
  })
  const names = Object.entries(countries).sort(([, a], [, b]) => a.localeCompare(b, language))

  return (
    <section className="grid gap-x-14 gap-y-8 rounded-card border border-line bg-surface p-5.5 md:grid-cols-2 md:px-7.5 md:py-7">
      <form
        ref={form}
        noValidate
        // Outside a dialog, `method="dialog"` does nothing: Enter before hydration does not reload the page.
        method="dialog"
        onSubmit={submit}
        onInput={(event) => read(event.target instanceof HTMLSelectElement)}
        onBlur={() => read(true)}
        className="flex flex-col gap-5"
      >
        <h3 className="t2">{t('money.pricing.calculator.title')}</h3>
        <Field label={t('money.pricing.calculator.price')} error={isRefused ? refusal : null}>
          <PriceInput name="price" defaultValue={amountOf(FIRST.price)} min={PRICE_MIN} max={PRICE_MAX} />
        </Field>
        <Field label={t('money.pricing.calculator.country')}>
          <SelectInput name="country" defaultValue={FIRST.country}>
            {names.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectInput>
        </Field>
        <noscript>
          <p className="text-small text-mute">{t('money.pricing.calculator.without_scripts')}</p>
        </noscript>
      </form>
      <Answer question={question} />
      <p className="text-small text-pretty text-mute md:row-start-2 md:self-end md:pb-3">
        {t('money.pricing.calculator.note', { date: vat_dates[VAT_TABLE_DATE] })}
      </p>
      <output className="sr-only">
        {announced === 'refused' ? refusal : announced !== FIRST && sentence(announced)}
      </output>
    </section>
  )

  function sentence({ price, country }: Question): string {
    const { charged, net } = feesOf(price, VAT_PERCENT[country])
    return t('money.pricing.calculator.answer', {
      price: euros(amountOf(price), language),
      country: countries[country],
      charged: euros(amountOf(charged), language),
      net: euros(amountOf(net), language),
    })
  }
}

/** Where the fan's money goes, line by line. Deductions have a minus sign, so that the column adds up. */
function Answer({ question: { price, country } }: { question: Question }) {
  const { t, language } = useTranslation()
  const { countries } = useSection('money').pricing
  const vat_percent = VAT_PERCENT[country]
  const { charged, vat, platform_fee, banking_fee, net } = feesOf(price, vat_percent)
  const plain = (cents: number) => euros(amountOf(cents), language)
  const taken = (cents: number) => (cents === 0 ? '' : '−') + plain(cents)

  return (
    <div className="md:col-start-2 md:row-span-2 md:row-start-1">
      <MoneyTitle
        title={t('money.pricing.calculator.question', { price: plain(price), country: countries[country] })}
        pill={<VatPill percent={vat_percent} />}
      />
      <MoneyLines
        lines={[
          { label: t('money.pricing.fan_pays'), amount: plain(charged) },
          { label: t('money.pricing.vat'), amount: taken(vat) },
          {
            label: t('money.pricing.calculator.platform_fee', { percent: PLATFORM_FEE_PERCENT }),
            amount: taken(platform_fee),
          },
          {
            label: t('money.pricing.calculator.banking_fee', { percent: BANKING_FEE_PERCENT }),
            amount: taken(banking_fee),
          },
          { label: t('money.pricing.creator_gets'), amount: plain(net) },
        ]}
      />
    </div>
  )
}
