import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useFieldWiring } from './field.tsx'

export interface TextInputProps extends ComponentProps<'input'> {
  /** A lucide icon before the text. */
  icon?: ReactNode
}

export function TextInput({ icon, className, ...rest }: TextInputProps) {
  return (
    <div className={cx('input-box', className)}>
      {icon}
      <input type="text" {...useFieldWiring()} {...rest} />
    </div>
  )
}

/** Multi-line text input. The text direction follows its content (`dir=auto`). */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <div className={cx('input-box', className)}>
      <textarea rows={rows} dir="auto" {...useFieldWiring()} {...rest} />
    </div>
  )
}
