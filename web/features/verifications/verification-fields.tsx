import { COUNTRIES } from '#contract/countries.ts'
import type { VerificationDetails } from '#contract/verifications.ts'
import { countryName } from '#web/lib/countries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { IbanInput } from '#web/ui/forms/iban-input.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { TextInput, type TextInputProps } from '#web/ui/forms/text-input.tsx'
import { ADDRESS_FIELDS, type DetailField, type FormField, IDENTITY_FIELDS } from './verification-draft.ts'

/** The message under each field that is wrong. */
export type Problems = Partial<Record<FormField, string | undefined>>

interface FieldsProps {
  /** What was sent before. */
  details: VerificationDetails | null
  problems: Problems
  /** All fields stay in the form; those of the other step are hidden. */
  isShown: (name: FormField) => boolean
}

const INPUTS: Partial<Record<DetailField, TextInputProps>> = {
  legal_name: { autoComplete: 'name' },
  birth_date: { type: 'date', autoComplete: 'bday', min: '1900-01-01' },
  street: { autoComplete: 'street-address' },
  postal_code: { autoComplete: 'postal-code' },
  city: { autoComplete: 'address-level2' },
  tax_number: { autoComplete: 'off', spellCheck: false },
}

const HINTS: readonly DetailField[] = ['legal_name', 'birth_date', 'tax_number']

export function IdentityFields(props: FieldsProps) {
  return IDENTITY_FIELDS.map((name) => <Detail key={name} name={name} {...props} />)
}

/** The address, the tax number and, as long as we do not know where to pay, the IBAN. */
export function AddressFields({ needsAccount, ...props }: FieldsProps & { needsAccount: boolean }) {
  const { t } = useTranslation()
  const { problems, isShown } = props
  return (
    <>
      {ADDRESS_FIELDS.map((name) => (
        <Detail key={name} name={name} {...props} />
      ))}
      {needsAccount && (
        <Field
          label={t('verifications.iban')}
          hint={t('verifications.iban_hint')}
          error={problems.iban}
          className={cx(!isShown('iban') && 'hidden')}
        >
          <IbanInput name="iban" />
        </Field>
      )}
    </>
  )
}

function Detail({ name, details, problems, isShown }: FieldsProps & { name: DetailField }) {
  const { t } = useTranslation()
  const before = details?.[name] ?? ''
  return (
    <Field
      label={t(`verifications.${name}`)}
      hint={hasHint(name) && t(`verifications.${name}_hint`)}
      error={problems[name]}
      className={cx(!isShown(name) && 'hidden')}
    >
      {name === 'country' ? (
        <CountrySelect before={before} />
      ) : (
        <TextInput name={name} defaultValue={before} {...INPUTS[name]} />
      )}
    </Field>
  )
}

function hasHint(name: DetailField): name is 'legal_name' | 'birth_date' | 'tax_number' {
  return HINTS.includes(name)
}

/** All countries, by name. */
function CountrySelect({ before }: { before: string }) {
  const { t, language } = useTranslation()
  const countries = COUNTRIES.map((code) => ({ code, name: countryName(code, language) })).toSorted((a, b) =>
    a.name.localeCompare(b.name, language),
  )
  return (
    <SelectInput name="country" autoComplete="country" defaultValue={before}>
      <option value="">{t('verifications.choose_country')}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectInput>
  )
}
