import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { amountOf, centsOf, feesOf, priceInCents } from '#contract/fees.ts'
import { DEFAULT_PRICES, PRICE_MAX, PRICE_MIN } from '#contract/limits.ts'
import { isCountry, VAT_PERCENT, VAT_TABLE_DATE } from '#contract/vat.ts'
import { useNamespace, useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { PriceInput } from '#web/ui/forms/price-input.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { Answer } from './answer.tsx'
import type { Question } from './question.ts'

const FIRST: Question = { price: centsOf(DEFAULT_PRICES.month_subscription), country: 'FR' }

/** Nothing yet, or the beginning of something like 0.05: nobody is corrected in the middle of a number. */
const UNFINISHED = /^0?\.?0?$/

/** What a fan pays for a price, and what the creator gets of it. A price that is none leaves the last answer standing. */
export function Calculator() {
  const { t, language } = useTranslation()
  const { countries, vat_dates } = useNamespace('pricing')
  const form = useRef<HTMLFormElement>(null)
  const [question, setQuestion] = useState(FIRST)
  const [isRefused, setRefused] = useState(false)
  /** What a screen reader was told last: not every key, only what somebody arrived at. */
  const [told, setTold] = useState<Question | 'refused'>(FIRST)

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
    if (refuses) setTold('refused')
    else if (isDone) setTold(next)
  }

  // Somebody may have typed before the scripts came, and browsers bring back what stood in a form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once is enough
  useEffect(() => read(false), [])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    read(true)
  }

  const refusal = t('pricing.calculator.price_refused', {
    least: euros(PRICE_MIN, language),
    most: euros(PRICE_MAX, language),
  })
  const names = Object.entries(countries).sort(([, a], [, b]) => a.localeCompare(b, language))

  return (
    <section className="grid gap-x-14 gap-y-8 rounded-card border border-line bg-surface p-5.5 md:grid-cols-2 md:px-7.5 md:py-7">
      <form
        ref={form}
        noValidate
        // Outside a dialog this method does nothing: Enter, before the app listens, keeps the page as it is.
        method="dialog"
        onSubmit={submit}
        onInput={(event) => read(event.target instanceof HTMLSelectElement)}
        onBlur={() => read(true)}
        className="flex flex-col gap-5"
      >
        <h3 className="t2">{t('pricing.calculator.title')}</h3>
        <Field label={t('pricing.calculator.price')} error={isRefused ? refusal : null}>
          <PriceInput name="price" defaultValue={amountOf(FIRST.price)} min={PRICE_MIN} max={PRICE_MAX} />
        </Field>
        <Field label={t('pricing.calculator.country')}>
          <SelectInput name="country" defaultValue={FIRST.country}>
            {names.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectInput>
        </Field>
        <noscript>
          <p className="text-small text-mute">{t('pricing.calculator.without_scripts')}</p>
        </noscript>
      </form>
      <Answer question={question} />
      <p className="text-small text-pretty text-mute md:row-start-2 md:self-end md:pb-3">
        {t('pricing.calculator.note', { date: vat_dates[VAT_TABLE_DATE] })}
      </p>
      <output className="sr-only">{told === 'refused' ? refusal : told !== FIRST && sentence(told)}</output>
    </section>
  )

  function sentence({ price, country }: Question): string {
    const { charged, net } = feesOf(price, VAT_PERCENT[country])
    return t('pricing.calculator.answer', {
      price: euros(amountOf(price), language),
      country: countries[country],
      charged: euros(amountOf(charged), language),
      net: euros(amountOf(net), language),
    })
  }
}
