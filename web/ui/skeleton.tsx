import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from './cx.ts'

const SHAPES = {
  line: 'skeleton-line',
  circle: 'rounded-full',
  arch: 'arch',
  box: 'rounded-lg grid place-items-center text-brass-ink',
}

/** The shape of what comes. Its size is given by classes; a box may hold a spinner. */
export function Skeleton({
  shape,
  className,
  children,
}: {
  shape: keyof typeof SHAPES
  className?: string
  children?: ReactNode
}) {
  return <div className={cx('skeleton', SHAPES[shape], className)}>{children}</div>
}

/** Wraps the shapes of one region: they are drawing, and what is said is that it loads. */
export function Loading({ className, children }: { className?: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div role="status" className={className}>
      <span className="sr-only">{t('ui.loading')}</span>
      <div aria-hidden="true" className="contents">
        {children}
      </div>
    </div>
  )
}
