import type { Ref } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { charactersLeft } from './publish-draft.ts'

/** The counter appears when at most this many characters are left. */
const COUNTER_FROM = 200

interface DescriptionFieldProps {
  value: string
  onChange: (description: string) => void
  error?: string | null | undefined
  /** Marks the field as invalid without a message, because another field shows it. */
  isInvalid?: boolean
  disabled: boolean
  ref: Ref<HTMLTextAreaElement>
}

export function DescriptionField({ value, onChange, error, isInvalid = false, disabled, ref }: DescriptionFieldProps) {
  const { t } = useTranslation()
  const left = charactersLeft(value)
  const count = left < 0 ? t('publishing.over', { count: -left }) : t('publishing.left', { count: left })
  return (
    <Field
      label={t('publishing.description')}
      error={error}
      hint={left <= COUNTER_FROM && <span className={left < 0 ? 'font-medium text-err' : undefined}>{count}</span>}
    >
      <TextArea
        ref={ref}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        disabled={disabled}
        {...((isInvalid || left < 0) && { 'aria-invalid': true })}
      />
    </Field>
  )
}

interface ProtectedSwitchProps {
  /** The explanation, which differs for posts and stories. */
  hint: string
  checked: boolean
  onChange: (isProtected: boolean) => void
  disabled: boolean
}

export function ProtectedSwitch({ hint, checked, onChange, disabled }: ProtectedSwitchProps) {
  const { t } = useTranslation()
  return (
    <Switch
      label={t('publishing.protected')}
      hint={hint}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      disabled={disabled}
    />
  )
}
