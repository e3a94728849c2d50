import type { RefObject } from 'react'
import { cx } from '#web/ui/cx.ts'

const PLACES = [0, 1, 2, 3, 4, 5]

interface CodeInputProps {
  label: string
  value: string
  /** Only digits, at most six. */
  onValue: (value: string) => void
  /** Called with the sixth digit. */
  onComplete: (value: string) => void
  isWrong?: boolean
  /** The id of the message about it. */
  errorId?: string | undefined
  isSmall?: boolean
  ref?: RefObject<HTMLInputElement | null>
}

/** Six digits: one input, drawn as six places, so that a code can be pasted and filled in by the system. */
export function CodeInput({ label, value, onValue, onComplete, isWrong, errorId, isSmall, ref }: CodeInputProps) {
  function take(typed: string) {
    const all = typed.replaceAll(/\D/g, '')
    // A wrong code stays in view. What is typed after it replaces it.
    const digits = (
      isWrong && all.length > value.length && all.startsWith(value) ? all.slice(value.length) : all
    ).slice(0, PLACES.length)
    onValue(digits)
    if (digits.length === PLACES.length && digits !== value) onComplete(digits)
  }
  return (
    <div className="code-input relative">
      <input
        ref={ref}
        name="code"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={errorId}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => take(target.value)}
        className="peer absolute inset-0 z-1 w-full cursor-text opacity-0"
      />
      <div aria-hidden="true" className={cx('code-places grid grid-cols-6', isSmall ? 'gap-1.5' : 'gap-2')}>
        {PLACES.map((place) => (
          <span
            key={place}
            data-next={place === Math.min(value.length, PLACES.length - 1) || undefined}
            data-wrong={isWrong || undefined}
            className={cx('code-place', isSmall ? 'h-12 text-title' : 'h-15 text-title-xl')}
          >
            {value[place] ?? ''}
          </span>
        ))}
      </div>
    </div>
  )
}
