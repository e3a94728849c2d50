import { CircleCheck } from 'lucide-react'
import { type ComponentProps, type InputEvent, useState } from 'react'
import { isIban, printedIban } from '#contract/iban.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { useFieldWiring } from './field.tsx'

/**
 * IBAN input with a tick as soon as the number checks out. It is grouped by four, as banks print it: at once if it was
 * filled in as a whole, else when it is complete or left, so that the cursor stays where somebody types.
 */
export function IbanInput({ className, onInput, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'onBlur'>) {
  const { t } = useTranslation()
  const [isRight, setRight] = useState(false)
  return (
    <div className={cx('input-box', className)}>
      <input
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={50}
        {...useFieldWiring()}
        {...rest}
        onInput={(event) => {
          const input = event.currentTarget
          const isComplete = isIban(input.value)
          setRight(isComplete)
          if (isComplete || isFilledIn(event)) input.value = printedIban(input.value)
          onInput?.(event)
        }}
        onBlur={({ currentTarget }) => {
          currentTarget.value = printedIban(currentTarget.value)
        }}
      />
      {isRight && <CircleCheck aria-hidden="true" className="text-ok" />}
      <span role="status" className="sr-only">
        {isRight && t('ui.iban_right')}
      </span>
    </div>
  )
}

/** Whether more than one sign came at once: pasted, dropped, or from a password manager, whose events have no type. */
function isFilledIn({ nativeEvent: { inputType = '', data } }: InputEvent<HTMLInputElement>): boolean {
  if (inputType === 'insertText') return (data ?? '').length > 1
  return !/^(insertCompositionText|delete|history)/.test(inputType)
}
