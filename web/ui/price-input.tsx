import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldWiring } from './field.tsx'

/** An amount in euros, to the cent. */
export function PriceInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'inputMode'>) {
  return (
    <div className={cx('input-box', className)}>
      <input
        type="number"
        inputMode="decimal"
        step="0.01"
        placeholder="0.00"
        {...useFieldWiring()}
        {...rest}
        className="tabular-nums"
      />
      <span aria-hidden="true" className="text-mute">
        €
      </span>
    </div>
  )
}
