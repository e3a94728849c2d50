import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'

interface EmailFieldProps {
  label: string
  email: string
  onEmail: (email: string) => void
  error?: string | undefined
  sharesError?: string | undefined
}

/** The address one is known by at the door. */
export function EmailField({ label, email, onEmail, error, sharesError }: EmailFieldProps) {
  return (
    <Field label={label} error={error} sharesError={sharesError}>
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
