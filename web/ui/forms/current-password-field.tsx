import type { RefObject } from 'react'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'

interface CurrentPasswordFieldProps {
  label: string
  /** What is wrong with it. */
  problem: string | undefined
  /** Whose password it is, for what keeps passwords. */
  email: string
  ref?: RefObject<HTMLInputElement | null>
}

/** Asks who is signed in for their password once more, as `current_password`. */
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
