import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface EmptyStateProps {
  /** A lucide icon; it stands in an arch. */
  icon: ReactNode
  title: ReactNode
  /** One line, no more. */
  text?: ReactNode
  /** At most one button or link. */
  action?: ReactNode
  /** On a surface of its own, or bare on the page. */
  look?: 'card' | 'bare'
  heading?: 'h1' | 'h2' | 'h3'
  /** Said aloud when it comes, where it is news. */
  role?: 'alert'
  className?: string
}

/** What stands where there is nothing yet, or where loading failed. */
export function EmptyState({
  icon,
  title,
  text,
  action,
  look = 'card',
  heading: Heading = 'h2',
  role,
  className,
}: EmptyStateProps) {
  return (
    <div
      role={role}
      className={cx(
        'flex flex-col items-center gap-2 px-[22px] pt-[34px] pb-[30px] text-center',
        look === 'card' && 'rounded-card border border-line bg-surface',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className="mb-2.5 grid h-[78px] w-16 place-items-center rounded-[32px_32px_6px_6px] bg-garnet-wash text-garnet-ink [&>svg]:size-[26px] [&>svg]:stroke-[1.6]"
      >
        {icon}
      </span>
      <Heading className="t2 max-w-[22ch] text-[1.3125rem]">{title}</Heading>
      {text && <p className="max-w-[36ch] text-[0.9375rem] leading-[1.45] text-balance text-soft">{text}</p>}
      {action && <div className="mt-auto pt-2">{action}</div>}
    </div>
  )
}
