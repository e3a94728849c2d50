import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

interface PanelProps {
  title: string
  /** The title is quiet where an amount below it is what counts. */
  isQuiet?: boolean
  /** At the right of the title, or under it where there is no room. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** One part of the page, on a surface of its own. */
export function Panel({ title, isQuiet = false, aside, className, children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('min-w-0 rounded-card border border-line bg-surface p-5.5 md:px-7 md:py-6.5', className)}
    >
      <div className={cx('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', !isQuiet && 'mb-3')}>
        <h2 id={id} className={isQuiet ? 'text-soft' : 't2'}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** The amount that a part is about. However large it is, it stays in its place. */
export function Figure({ children }: { children: ReactNode }) {
  return <p className="num sum-lg wrap-anywhere">{children}</p>
}
