import { ChevronDown, LockKeyhole, RotateCw, Ticket } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { dateText } from '#contract/dates.ts'
import { PERIODS } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { type Checkout, CONSENTS } from '#contract/payments.ts'
import type { Profile } from '#contract/profiles.ts'
import { type Country, isCountry, VAT_PERCENT } from '#contract/vat.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { newClientId } from '#web/lib/client-id.ts'
import { countryName } from '#web/lib/countries.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { PriceOptions } from '#web/ui/forms/price-options.tsx'
import type { Period } from './periods.ts'
import { useCheckoutMutation } from './queries.ts'
import { countryIn, endOf, priceOf, quoteOf, renews } from './quote.ts'

export interface BoxOfficeFormProps {
  profile: Profile
  checkout: Checkout
  period: Period
  onChoose: (period: Period) => void
}

/** The form of the box office. It ends on the page of the provider, which takes the card. */
export function BoxOfficeForm({ profile, checkout, period, onChoose }: BoxOfficeFormProps) {
  const { t, language } = useTranslation()
  const [country, setCountry] = useState(countryIn(checkout.country))
  const [missing, setMissing] = useState<'country' | 'consent' | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [now] = useState(() => new Date())
  const order = useOrder()
  const price = priceOf(profile, period)
  const quote = quoteOf(price, country)
  const money = (amount: string) => euros(amount, language)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (order.isPending) return
    const hasConsent = new FormData(event.currentTarget).has('consent')
    const wrong = country === null ? 'country' : hasConsent ? null : 'consent'
    setMissing(wrong)
    if (country === null || wrong !== null) focusControl(event.currentTarget, wrong ?? 'country')
    else order.send({ creator_id: profile.id, period, country, price })
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="office-form">
      <div className="office-scroll">
        <PriceOptions
          legend={t('payments.office.tickets')}
          options={PERIODS.map((each) => ({
            value: each,
            time: t(`payments.office.${each}`),
            price: money(priceOf(profile, each)),
            kind: t(renews(each) ? 'payments.office.renews' : 'payments.office.single'),
          }))}
          value={period}
          onChange={onChoose}
        />
        <dl className="mt-3">
          <Line label={t(`payments.office.${period}`)} amount={money(price)} />
          <Line
            label={
              <>
                {quote.vat
                  ? t('payments.office.vat', { percent: quote.vat.percent })
                  : t('payments.office.vat_unknown')}{' '}
                <CountrySelect
                  country={country}
                  isMissing={missing === 'country'}
                  onChoose={(chosen) => {
                    setCountry(chosen)
                    setMissing(null)
                  }}
                />
              </>
            }
            amount={quote.vat && money(quote.vat.amount)}
          />
        </dl>
        {missing === 'country' && <FieldError id={COUNTRY_ERROR}>{t('payments.office.country_missing')}</FieldError>}
        <div role="status" className="office-total">
          <span>{t('payments.office.to_pay')}</span>{' '}
          <span className="num">
            {quote.charged === null ? t('payments.office.plus_vat', { amount: money(price) }) : money(quote.charged)}
          </span>
        </div>
        <Note period={period} charged={quote.charged} now={now} />
        {checkout.refusal === null ? (
          <Consent isMissing={missing === 'consent'} onTick={() => setMissing(null)} />
        ) : (
          <Refusal refusal={checkout.refusal} />
        )}
      </div>
      <Problem error={order.error} />
      {checkout.refusal === null && (
        <div className="office-foot">
          <p className="flex gap-2 text-small text-mute md:max-w-70">
            <LockKeyhole aria-hidden="true" className="mt-0.5 size-icon-xs flex-none" />
            {t('payments.office.provider')}
          </p>
          <Button type="submit" loading={order.isPending} className="flex-none">
            {t('payments.office.go')}
          </Button>
        </div>
      )}
    </form>
  )
}

const COUNTRY_ERROR = 'office-country-error'
const CONSENT_ERROR = 'office-consent-error'

function focusControl(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}

function Line({ label, amount }: { label: ReactNode; amount: string | null }) {
  return (
    <div className="office-line">
      <dt className="text-soft">{label}</dt>
      <dd className="num text-lg one-line">{amount ?? '–'}</dd>
    </div>
  )
}

interface CountrySelectProps {
  country: Country | null
  isMissing: boolean
  onChoose: (country: Country) => void
}

/** Where the fan lives. It is asked and never guessed, because the VAT depends on it. */
function CountrySelect({ country, isMissing, onChoose }: CountrySelectProps) {
  const { t, language } = useTranslation()
  const countries = Object.keys(VAT_PERCENT)
    .map((code) => ({ code, name: countryName(code, language) }))
    .sort((one, other) => one.name.localeCompare(other.name, language))
  return (
    <span className="office-country">
      <select
        name="country"
        aria-label={t('payments.office.country')}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? COUNTRY_ERROR : undefined}
        value={country ?? ''}
        onChange={(event) => isCountry(event.target.value) && onChoose(event.target.value)}
      >
        {country === null && <option value="">{t('payments.office.choose_country')}</option>}
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  )
}

/** What happens after the time that is bought: it renews, or it ends. */
function Note({ period, charged, now }: { period: Period; charged: string | null; now: Date }) {
  const { t, language } = useTranslation()
  const end = endOf(period, now)
  const Icon = renews(period) ? RotateCw : Ticket
  return (
    <p className="mt-4 flex items-start gap-3 rounded-lg bg-sunken px-4 py-3.5 text-label leading-note">
      <Icon aria-hidden="true" className="mt-px size-icon-lg flex-none stroke-icon" />
      {renews(period) ? (
        <span>
          <strong className="font-semibold">
            {t('payments.office.renewal', { date: dateText(end, language, 'day') })}
          </strong>
          {charged === null
            ? t('payments.office.renewal_unknown')
            : ` ${t('payments.office.renewal_text', { amount: euros(charged, language) })}`}
        </span>
      ) : (
        <span>
          <strong className="font-semibold">
            {t('payments.office.until', { date: dateText(end, language, 'weekday_time') })}
          </strong>{' '}
          {t('payments.office.until_text')}
        </span>
      )}
    </p>
  )
}

/** The consent to start at once. It is never ticked for the fan. */
function Consent({ isMissing, onTick }: { isMissing: boolean; onTick: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [isExplained, setExplained] = useState(false)
  return (
    <div className="mt-5">
      <Checkbox
        name="consent"
        aria-invalid={isMissing}
        aria-describedby={isMissing ? CONSENT_ERROR : undefined}
        className="mb-0 text-label leading-note"
        onChange={onTick}
      >
        <strong className="font-semibold">{t('payments.office.consent')}</strong> {t('payments.office.consent_text')}
      </Checkbox>
      <div className="-mt-1.5 pl-9">
        {isMissing && <FieldError id={CONSENT_ERROR}>{t('payments.office.consent_missing')}</FieldError>}
        <button
          type="button"
          aria-expanded={isExplained}
          aria-controls={id}
          className="text-link min-h-11 text-label"
          onClick={() => setExplained(!isExplained)}
        >
          {t('payments.office.meaning')}
        </button>
        <p id={id} hidden={!isExplained} className="text-small text-pretty text-soft">
          {t('payments.office.meaning_text')}
        </p>
      </div>
    </div>
  )
}

/** Why this viewer cannot buy here now, and what to do about it. */
function Refusal({ refusal }: { refusal: NonNullable<Checkout['refusal']> }) {
  const { t } = useTranslation()
  if (refusal === 'own_page') return null
  const isEmail = refusal === 'email_unconfirmed'
  return (
    <div className="mt-5 mb-3 flex flex-col items-start gap-3.5">
      <Alert type="warning" className="w-full">
        {t(`payments.office.refusal_${refusal}`)}
      </Alert>
      <ButtonLink to={isEmail ? paths.settings : paths.subscriptions} variant="secondary" size="sm">
        {t(isEmail ? 'payments.office.to_settings' : 'payments.office.to_subscriptions')}
      </ButtonLink>
    </div>
  )
}

/** Why the last order was refused, beside the button and not in the part that scrolls. A changed price is no error: the lines above are the present ones. */
function Problem({ error }: { error: Error | null }) {
  const { t, language } = useTranslation()
  if (error === null) return null
  const price = error instanceof ApiError && error.code === 'price_changed' ? error.fields.price : undefined
  return (
    <Alert type={price === undefined ? 'error' : 'warning'} className="office-problem">
      {price === undefined
        ? problemText(error)
        : t('payments.office.price_changed', { amount: euros(price, language) })}
    </Alert>
  )

  function problemText(problem: Error): string {
    const isClosed = problem instanceof ApiError && problem.status === 404
    return isClosed ? t('payments.office.closed') : errorText(problem)
  }
}

interface NewOrder {
  creator_id: string
  period: Period
  country: Country
  price: string
}

/** Orders, and leaves for the page of the provider. A repeated press of the same order is the same order. */
function useOrder() {
  const { mutate, isPending, error } = useCheckoutMutation()
  const [isLeaving, setLeaving] = useState(false)
  const attempt = useRef<{ of: string; client_id: string }>(undefined)

  // Back from the provider's page the browser may show this page as it was left.
  useEffect(() => {
    function comeBack({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      attempt.current = undefined
      setLeaving(false)
    }
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  function send(wanted: NewOrder) {
    const of = JSON.stringify(wanted)
    if (attempt.current?.of !== of) attempt.current = { of, client_id: newClientId() }
    mutate(
      { ...wanted, consent: CONSENTS[CONSENTS.length - 1] ?? true, client_id: attempt.current.client_id },
      {
        onSuccess: ({ url }) => {
          setLeaving(true)
          location.assign(url)
        },
      },
    )
  }

  return { send, error, isPending: isPending || isLeaving }
}
