import type { Ref } from 'react'
import { GROUNDS } from '#contract/decisions.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'

interface GroundFieldProps {
  error: string | undefined
  ref?: Ref<HTMLSelectElement>
}

/** The ground of a decision: a section of the terms or an article of law. None is chosen beforehand. */
export function GroundField({ error, ref }: GroundFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('staff.users_page.ground')} hint={t('staff.users_page.ground_hint')} error={error}>
      <SelectInput name="ground" defaultValue="" ref={ref}>
        <option value="">{t('staff.users_page.ground_none')}</option>
        {GROUNDS.map((ground) => (
          <option key={ground} value={ground}>
            {t(`staff.grounds.${ground}`)}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}
