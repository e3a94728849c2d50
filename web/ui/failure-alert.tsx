import type { ReactNode } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { Alert } from './alert.tsx'

interface FailureAlertProps {
  error: Error
  /** What failed. */
  children: ReactNode
  /** The reason, if the page has a better text than the error. */
  why?: string | undefined
  /** What the reader can do, such as a link. */
  way?: ReactNode
  className?: string
}

/** Error alert: what failed, why, and what to do. */
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
