import { PRICE_MAX, PRICE_MIN } from '#contract/fees.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { CommaPriceInput } from '#web/ui/forms/comma-price-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PriceInput } from '#web/ui/forms/price-input.tsx'
import { PRICE_NAMES, type PriceName } from './profile-draft.ts'

/** The translation keys of the three price options. */
export const PERIOD_LABELS = {
  day_subscription: 'profiles.day',
  week_subscription: 'profiles.week',
  month_subscription: 'profiles.month',
} as const satisfies Record<PriceName, string>

export interface PriceFieldsProps {
  values: Record<PriceName, string>
  wrong: (name: PriceName) => boolean
  onType: (name: PriceName, value: string) => void
}

/** Three price fields in a row; on phones one per line, to the right of its label. */
export function PriceFields({ values, wrong, onType }: PriceFieldsProps) {
  const { t, language } = useTranslation()
  const rule = t('profiles.editor.price_rule', { least: euros(PRICE_MIN, language), most: euros(PRICE_MAX, language) })
  return (
    <div className="grid gap-3.5 md:grid-cols-3">
      {PRICE_NAMES.map((name) => (
        <Field
          key={name}
          label={t(PERIOD_LABELS[name])}
          error={wrong(name) ? rule : null}
          className="narrow:flex narrow:items-stretch max-md:grid max-md:grid-cols-[110px_minmax(0,1fr)] max-md:items-center max-md:[&>p]:col-start-2"
        >
          {language === 'fr' ? (
            <CommaPriceInput
              name={name}
              min={PRICE_MIN}
              max={PRICE_MAX}
              value={values[name]}
              onType={(value) => onType(name, value)}
            />
          ) : (
            <PriceInput
              name={name}
              min={PRICE_MIN}
              max={PRICE_MAX}
              value={values[name]}
              onChange={(event) => onType(name, event.target.value)}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
