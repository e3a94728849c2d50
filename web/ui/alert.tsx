import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const KINDS = {
  success: { Icon: CircleCheck, wash: 'bg-ok-wash', icon: 'text-ok', role: 'status' },
  info: { Icon: Info, wash: 'bg-info-wash', icon: 'text-info', role: 'status' },
  warning: { Icon: TriangleAlert, wash: 'bg-warn-wash', icon: 'text-warn', role: 'alert' },
  error: { Icon: CircleAlert, wash: 'bg-err-wash', icon: 'text-err', role: 'alert' },
} as const

export interface AlertProps {
  type: keyof typeof KINDS
  /** With a tinted background, or as plain text. */
  look?: 'block' | 'bare'
  children: ReactNode
  className?: string | undefined
}

/** Inline message about the result of an action, announced to screen readers. */
export function Alert({ type, look = 'block', children, className }: AlertProps) {
  const { Icon, wash, icon, role } = KINDS[type]
  if (look === 'bare') {
    return (
      <div role={role} className={cx('flex gap-1.75 text-small leading-ui font-medium', icon, className)}>
        <Icon aria-hidden="true" className="mt-px size-icon-sm flex-none" />
        <div>{children}</div>
      </div>
    )
  }
  return (
    <div role={role} className={cx('flex items-start gap-3 rounded-lg px-4 py-3.5', wash, className)}>
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 flex-none', icon)} />
      <div className="leading-note text-ink">{children}</div>
    </div>
  )
}
