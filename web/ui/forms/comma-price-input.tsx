import type { ComponentProps, KeyboardEvent } from 'react'
import { amountOf } from '#contract/fees.ts'
import { useFieldWiring } from './field.tsx'
import { takeMark } from './price-input.tsx'

interface CommaPriceInputProps
  extends Omit<ComponentProps<'input'>, 'type' | 'inputMode' | 'value' | 'min' | 'max' | 'className'> {
  /** With a point, as it goes over the wire; while somebody types, what they have so far. */
  value: string
  onType: (value: string) => void
  min: string
  max: string
}

/**
 * An amount in euros where the cents stand behind a comma. A field of numbers writes the mark of the browser's language,
 * whatever the page speaks. So this is a text that behaves like one: a spin button whose arrow keys step by a cent.
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
        // Left away for what is no amount.
        aria-valuenow={cents === null ? undefined : cents / 100}
        aria-valuetext={cents === null ? undefined : shown(value)}
        inputMode="decimal"
        autoComplete="off"
        step="0.01"
        placeholder="0,00"
        onKeyDown={step}
        {...takeMark('.', ',')}
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

/** Null for what is no amount. Too many decimals are refused when it is saved, and not rounded away here. */
function centsIn(value: string): number | null {
  const amount = Number(value)
  return value.trim() === '' || Number.isNaN(amount) ? null : Math.round(amount * 100)
}
