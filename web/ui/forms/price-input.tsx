import type { ClipboardEvent, ComponentProps, FormEvent } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useFieldWiring } from './field.tsx'

/** Number input for an amount in euros and cents. */
export function PriceInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'inputMode'>) {
  return (
    <div className={cx('input-box', className)}>
      <input
        type="number"
        inputMode="decimal"
        step="0.01"
        placeholder="0.00"
        {...insertDecimalMark(',', '.')}
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

/**
 * Replaces the other decimal separator with the one of the field while it is typed or pasted. Setting the value afterwards
 * would move the caret to the end; and an English browser drops the comma of a number input, so that 7,50 becomes 750.
 * All browsers accept a point.
 */
export function insertDecimalMark(other: string, own: string) {
  function take(event: { preventDefault: () => void }, typed = '') {
    if (!typed.includes(other)) return
    event.preventDefault()
    // The only way to insert at the caret of a number input that keeps the undo history.
    document.execCommand('insertText', false, typed.trim().replace(other, own))
  }
  return {
    onBeforeInput: (event: FormEvent<HTMLInputElement> & { data?: string }) => take(event, event.data),
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData.getData('text')),
  }
}
