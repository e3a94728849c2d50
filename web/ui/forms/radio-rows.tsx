import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from './field.tsx'

export interface RadioRow<Value extends string> {
  value: Value
  label: ReactNode
}

const LEGENDS = {
  hidden: 'sr-only',
  label: 'mb-1.75 text-label leading-label font-semibold',
  cue: 'cue mb-1.75',
}

export interface RadioRowsProps<Value extends string> {
  /** The name of the group. */
  legend: string
  legendLook?: keyof typeof LEGENDS
  name: string
  rows: readonly RadioRow<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  error?: string | null | undefined
  disabled?: boolean
  className?: string
}

/** Radio group with one row per option. */
export function RadioRows<Value extends string>({
  legend,
  legendLook = 'hidden',
  name,
  rows,
  value,
  onChange,
  error,
  disabled = false,
  className,
}: RadioRowsProps<Value>) {
  const errorId = useId()
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error ? errorId : undefined}
      className={cx('flex flex-col gap-2', className)}
    >
      <legend className={LEGENDS[legendLook]}>{legend}</legend>
      {rows.map((row) => (
        <label
          key={row.value}
          className={cx(
            'flex min-h-13 cursor-pointer items-center gap-3 rounded-lg border px-4 py-2 leading-ui font-medium transition-colors',
            'border-line hover:border-edge has-checked:border-control has-checked:bg-garnet-wash has-checked:ring-1 has-checked:ring-control',
            'has-disabled:cursor-not-allowed has-disabled:text-mute',
          )}
        >
          <input
            type="radio"
            name={name}
            value={row.value}
            checked={value === row.value}
            onChange={() => onChange(row.value)}
            className="radio-dot"
          />
          <span className="min-w-0 flex-1">{row.label}</span>
        </label>
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
