import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  /** The label. The whole row is the target. */
  children: ReactNode
}

/** Its target is 44px high and reaches 10px beyond the row above and below, so it needs that much space around it. */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={cx(
        '-my-2.5 flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-ui leading-ui has-disabled:cursor-not-allowed has-disabled:text-mute',
        className,
      )}
    >
      <span className="relative -my-px size-6 flex-none">
        <input {...rest} type="checkbox" className="check-box peer" />
        <Check
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 m-auto hidden size-4 stroke-3 text-paper peer-checked:block"
        />
      </span>
      <span>{children}</span>
    </label>
  )
}
