import { dateText } from '#contract/dates.ts'
import type { VerificationDetails } from '#contract/verifications.ts'
import { countryName } from '#web/lib/countries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'

interface SentDetailsProps {
  details: VerificationDetails
  /** Opens the whole form. */
  onChange?: () => void
}

/** What the creator has sent. Files are not shown again. */
export function SentDetails({ details, onChange }: SentDetailsProps) {
  const { t, language } = useTranslation()
  const { legal_name, birth_date, street, postal_code, city, country, tax_number } = details
  const rows = [
    { name: 'legal_name', value: legal_name },
    { name: 'birth_date', value: dateText(`${birth_date}T00:00:00Z`, language, 'day', 'UTC') },
    { name: 'address', value: `${street}, ${postal_code} ${city}, ${countryName(country, language)}` },
    { name: 'tax_number', value: tax_number },
  ] as const
  return (
    <div className="rounded-panel bg-sunken px-4.5 py-4">
      <p className="font-semibold">{t(onChange ? 'verifications.rest_stays' : 'verifications.you_sent')}</p>
      <dl className="mt-2 flex flex-col gap-1.5 text-small">
        {rows.map(({ name, value }) => (
          <div key={name} className="sm:flex sm:gap-5">
            <dt className="flex-none text-soft sm:w-32">{t(`verifications.${name}`)}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {onChange && (
        <button type="button" className="text-link mt-1.5 min-h-11 text-small" onClick={onChange}>
          {t('verifications.change_rest')}
        </button>
      )}
    </div>
  )
}
