import { useState } from 'react'
import { useLocation } from 'react-router'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'

interface EmailFieldProps {
  label: string
  email: string
  onEmail: (email: string) => void
  error?: string | undefined
  sharesError?: string | undefined
}

/** The e-mail field of the sign-in pages. Password managers use it as the username. */
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

/**
 * Router state that takes the typed e-mail address along from one sign-in page to the next: `carried` is the state for
 * the links between them.
 */
export function useCarriedEmail() {
  const { state } = useLocation()
  const [email, setEmail] = useState(() => emailIn(state))
  return { email, setEmail, carried: { email } }
}

function emailIn(state: unknown): string {
  const email: unknown = typeof state === 'object' && state !== null && 'email' in state ? state.email : ''
  return typeof email === 'string' ? email : ''
}
