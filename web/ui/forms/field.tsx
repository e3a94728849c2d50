import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

interface FieldWiring {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

const Wiring = createContext<FieldWiring | null>(null)

/** The ids and ARIA attributes that connect a control to the label, hint and error of its field. Empty outside a field. */
export function useFieldWiring(): Partial<FieldWiring> {
  return useContext(Wiring) ?? {}
}

export interface FieldProps {
  label: ReactNode
  /** At the right of the label, such as the link for a forgotten password. */
  aside?: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  errorId?: string
  /** The id of an error of another field that concerns this one too. */
  sharesError?: string | undefined
  className?: string
  /** One TextInput, PasswordInput, TextArea, PriceInput or SelectInput. */
  children: ReactNode
}

export function Field({ label, aside, hint, error, errorId, sharesError, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const ownErrorId = errorId ?? `${id}-error`
  const describedBy = cx(Boolean(error) && ownErrorId, sharesError, Boolean(hint) && hintId)

  return (
    <div className={cx('flex flex-col gap-1.75', className)}>
      <div className="flex items-baseline justify-between gap-4 narrow:flex-wrap">
        <label htmlFor={id} className="text-label leading-label font-semibold">
          {label}
        </label>
        {aside}
      </div>
      <Wiring
        value={{
          id,
          ...(describedBy && { 'aria-describedby': describedBy }),
          ...((error || sharesError) && { 'aria-invalid': true as const }),
        }}
      >
        {children}
      </Wiring>
      {error && <FieldError id={ownErrorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="text-small text-mute">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The error message below a control. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.75 text-small leading-ui font-medium text-err">
      <CircleAlert aria-hidden="true" className="mt-px size-icon-sm flex-none" />
      <span>{children}</span>
    </p>
  )
}
