import { useId } from 'react'
import { cx } from '#web/ui/cx.ts'

export interface PriceOption<Value extends string> {
  value: Value
  /** The length, such as "1 Day". */
  time: string
  /** Formatted for the language. */
  price: string
  /** Whether it renews, for example. */
  kind?: string
}

export interface PriceOptionsProps<Value extends string> {
  /** For screen readers. */
  legend: string
  options: readonly PriceOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** Radio group of price options, drawn as tickets. */
export function PriceOptions<Value extends string>({
  legend,
  options,
  value,
  onChange,
  className,
}: PriceOptionsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={cx('grid narrow:grid-cols-1 grid-cols-3 gap-2', className)}>
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="ticket flex cursor-pointer flex-col items-center px-1 py-3 text-center">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span className="text-small leading-ui font-semibold">{option.time}</span>
          <span className="num text-title-sm leading-title one-line phone-lg:text-title-md phone-lg:leading-heading">
            {option.price}
          </span>
          {option.kind && <span className="mt-0.75 text-fine leading-title text-mute">{option.kind}</span>}
        </label>
      ))}
    </fieldset>
  )
}
