import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldWiring } from './field.tsx'

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <div className={cx('input-box', className)}>
      <input type="text" {...useFieldWiring()} {...rest} />
    </div>
  )
}

export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <div className={cx('input-box', className)}>
      <textarea rows={rows} {...useFieldWiring()} {...rest} />
    </div>
  )
}
