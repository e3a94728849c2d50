import { useTranslation } from '#web/lib/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

interface EmailFieldProps {
  label: string
  email: string
  onEmail: (email: string) => void
  problem: 'required' | 'email_format' | 'too_long' | undefined
}

/** The address one is known by at the door. */
export function EmailField({ label, email, onEmail, problem }: EmailFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={label} error={problem && t(`errors.${problem}`)}>
      <TextInput
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
    </Field>
  )
}
