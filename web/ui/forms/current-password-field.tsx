import type { RefObject } from 'react'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'

interface CurrentPasswordFieldProps {
  label: string
  /** The validation error. */
  problem: string | undefined
  /** The account of the password, for password managers. */
  email: string
  ref?: RefObject<HTMLInputElement | null>
}

/** Asks the member for their password again, as `current_password`. */
export function CurrentPasswordField({ label, problem, email, ref }: CurrentPasswordFieldProps) {
  return (
    <>
      <input type="text" autoComplete="username" hidden readOnly value={email} />
      <Field label={label} error={problem}>
        <PasswordInput ref={ref} name="current_password" autoComplete="current-password" required />
      </Field>
    </>
  )
}
