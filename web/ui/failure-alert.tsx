import type { ReactNode } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { Alert } from './alert.tsx'

interface FailureAlertProps {
  error: Error
  /** That it failed. */
  children: ReactNode
  /** Why, where the page knows better words than the error. */
  why?: string | undefined
  /** What to do about it. */
  way?: ReactNode
  className?: string
}

/** That something failed, and under it why, and what to do about it. */
export function FailureAlert({ error, children, why = errorText(error), way, className }: FailureAlertProps) {
  return (
    <Alert type="error" className={className}>
      <p>{children}</p>
      <p className="mt-1 text-small text-soft">
        {why} {way}
      </p>
    </Alert>
  )
}
