import { type ComponentProps, useRef } from 'react'
import { useFieldWiring } from '#web/ui/forms/field.tsx'
import { partsOf } from './token.ts'

interface TokenTextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'onScroll'> {
  value: string
  token: string
  onWrite: (text: string) => void
}

/** A text area that marks the tokens for the name of the reader. */
export function TokenTextArea({ value, token, onWrite, rows = 5, ...rest }: TokenTextAreaProps) {
  const copy = useRef<HTMLDivElement>(null)
  return (
    <div className="input-box">
      <div className="token-box">
        <div ref={copy} aria-hidden="true" dir="auto" className="token-copy">
          {partsOf(value, token).map(({ at, text, isToken }) =>
            isToken ? (
              <mark key={at} className="token-mark">
                {text}
              </mark>
            ) : (
              <span key={at}>{text}</span>
            ),
          )}
        </div>
        <textarea
          rows={rows}
          dir="auto"
          {...useFieldWiring()}
          {...rest}
          value={value}
          onChange={(event) => onWrite(event.target.value)}
          onScroll={(event) => copy.current?.scrollTo({ top: event.currentTarget.scrollTop })}
        />
      </div>
    </div>
  )
}
