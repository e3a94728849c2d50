import type { ClipboardEvent, ComponentProps, FormEvent } from 'react'
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
        onBeforeInput={(event: FormEvent<HTMLInputElement> & { data?: string }) => takeComma(event, event.data)}
        onPaste={(event: ClipboardEvent) => takeComma(event, event.clipboardData.getData('text'))}
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

/** A browser that speaks English drops the comma from a number, and 7,50 becomes 750. A point is taken by all of them. */
function takeComma(event: { preventDefault: () => void }, typed = ''): void {
  if (!typed.includes(',')) return
  event.preventDefault()
  // Nothing else writes where the caret is in a field of numbers, and can be undone.
  document.execCommand('insertText', false, typed.trim().replace(',', '.'))
}
