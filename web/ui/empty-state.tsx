import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface EmptyStateProps {
  /** A lucide icon, shown in an arch. */
  icon: ReactNode
  title: ReactNode
  /** At most one line. */
  text?: ReactNode
  /** At most one button or link. */
  action?: ReactNode
  /** With or without a card around it. */
  look?: 'card' | 'bare'
  heading?: 'h1' | 'h2' | 'h3'
  /** Announces it to screen readers when it appears. */
  role?: 'alert'
  className?: string
}

/** Empty state: shown in place of content that does not exist yet, or could not be loaded. */
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
        'flex flex-col items-center gap-2 px-5.5 pt-8.5 pb-7.5 text-center',
        look === 'card' && 'rounded-card border border-line bg-surface',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className="mb-2.5 grid h-19.5 w-16 place-items-center empty-arch bg-garnet-wash text-garnet-ink [&>svg]:size-icon-3xl [&>svg]:stroke-light"
      >
        {icon}
      </span>
      <Heading className="t2 max-w-[22ch] text-title-md">{title}</Heading>
      {text && <p className="max-w-[36ch] text-label leading-note text-balance text-soft">{text}</p>}
      {action && <div className="mt-auto pt-2">{action}</div>}
    </div>
  )
}
