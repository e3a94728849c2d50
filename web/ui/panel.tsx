import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

interface PanelProps {
  title: string
  /** For panels in a narrow column. */
  isSmall?: boolean
  /** For panels whose amount is more important than the title. */
  isQuiet?: boolean
  /** Content to the right of the title; it wraps below it if there is no space. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A titled section of the page, drawn as a card. */
export function Panel({ title, isSmall = false, isQuiet = false, aside, className, children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('min-w-0 rounded-card border border-line bg-surface p-5.5 md:px-7 md:py-6.5', className)}
    >
      <div className={cx('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', !isQuiet && 'mb-3')}>
        <h2 id={id} className={isQuiet ? 'text-soft' : isSmall ? 't3' : 't2'}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** The main amount of a panel. A very large one wraps instead of overflowing. */
export function Figure({ children }: { children: ReactNode }) {
  return <p className="num sum-lg wrap-anywhere">{children}</p>
}
