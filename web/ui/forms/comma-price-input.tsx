import type { ComponentProps, KeyboardEvent } from 'react'
import { amountOf } from '#contract/fees.ts'
import { useFieldWiring } from './field.tsx'
import { insertDecimalMark } from './price-input.tsx'

interface CommaPriceInputProps
  extends Omit<ComponentProps<'input'>, 'type' | 'inputMode' | 'value' | 'min' | 'max' | 'className'> {
  /** With a decimal point, as the API expects it. May be incomplete while it is typed. */
  value: string
  onType: (value: string) => void
  min: string
  max: string
}

/**
 * An amount in euros with a decimal comma. A number input uses the separator of the browser's language instead of the
 * page's. So this is a text input with the role of a spin button, whose arrow keys step by one cent.
 */
export function CommaPriceInput({ value, onType, min, max, ...rest }: CommaPriceInputProps) {
  const cents = centsIn(value)

  function step(event: KeyboardEvent<HTMLInputElement>) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onType(amountOf(Math.min(Math.max((cents ?? 0) + by, centsIn(min) ?? 0), centsIn(max) ?? 0)))
  }

  return (
    <div className="input-box">
      <input
        type="text"
        role="spinbutton"
        aria-valuemin={Number(min)}
        aria-valuemax={Number(max)}
        // Omitted while the text is not a number.
        aria-valuenow={cents === null ? undefined : cents / 100}
        aria-valuetext={cents === null ? undefined : shown(value)}
        inputMode="decimal"
        autoComplete="off"
        step="0.01"
        placeholder="0,00"
        onKeyDown={step}
        {...insertDecimalMark('.', ',')}
        {...useFieldWiring()}
        {...rest}
        value={shown(value)}
        onChange={(event) => onType(event.target.value.replaceAll(/[^\d,.]/g, '').replace(',', '.'))}
        className="tabular-nums"
      />
      <span aria-hidden="true" className="text-mute">
        €
      </span>
    </div>
  )
}

function shown(value: string): string {
  return value.replace('.', ',')
}

/** Null if the text is not a number. Too many decimals are refused when saving, not rounded here. */
function centsIn(value: string): number | null {
  const amount = Number(value)
  return value.trim() === '' || Number.isNaN(amount) ? null : Math.round(amount * 100)
}
