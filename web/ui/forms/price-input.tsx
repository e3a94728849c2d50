import type { ClipboardEvent, ComponentProps, FormEvent } from 'react'
import { cx } from '#web/ui/cx.ts'
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
        {...takeMark(',', '.')}
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
 * Puts the mark of the language in place of the other one while it is typed or pasted. Written into the field afterwards
 * it would move the caret to the end; and a browser that speaks English drops the comma from a number, so that 7,50
 * becomes 750. A point is taken by all of them.
 */
export function takeMark(other: string, own: string) {
  function take(event: { preventDefault: () => void }, typed = '') {
    if (!typed.includes(other)) return
    event.preventDefault()
    // Nothing else writes where the caret is in such a field, and can be undone.
    document.execCommand('insertText', false, typed.trim().replace(other, own))
  }
  return {
    onBeforeInput: (event: FormEvent<HTMLInputElement> & { data?: string }) => take(event, event.data),
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData.getData('text')),
  }
}
