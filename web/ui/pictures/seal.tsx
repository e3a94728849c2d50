import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

const SIZES = { lg: '', md: 'size-11', sm: 'size-8.5', xs: 'size-5.5 shadow-none' }

/** The round brass mark, by default with a lock for protected content. Decorative. */
export function Seal({
  size = 'lg',
  icon = <LockKeyhole />,
  className,
}: {
  size?: keyof typeof SIZES
  icon?: ReactNode
  className?: string
}) {
  return (
    <span aria-hidden="true" className={cx('seal', SIZES[size], className)}>
      {icon}
    </span>
  )
}
