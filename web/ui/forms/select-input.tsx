import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useFieldWiring } from './field.tsx'

/** Native select, styled like the text inputs. */
export function SelectInput({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={cx('input-box', className)}>
      <select {...useFieldWiring()} {...rest} />
      <ChevronDown aria-hidden="true" className="pointer-events-none size-icon-md flex-none text-mute" />
    </div>
  )
}
