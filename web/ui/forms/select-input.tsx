import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useFieldWiring } from './field.tsx'

export interface SelectInputProps extends ComponentProps<'select'> {
  /** A lucide icon before the text. */
  icon?: ReactNode
}

/** Native select, styled like the text inputs. */
export function SelectInput({ icon, className, ...rest }: SelectInputProps) {
  return (
    <div className={cx('input-box', className)}>
      {icon}
      <select {...useFieldWiring()} {...rest} />
      <ChevronDown aria-hidden="true" className="pointer-events-none size-icon-md flex-none text-mute" />
    </div>
  )
}
