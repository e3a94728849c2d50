import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from './cx.ts'

const SHAPES = {
  line: 'skeleton-line',
  circle: 'rounded-full',
  arch: 'arch',
  box: 'rounded-lg grid place-items-center text-brass-ink',
}

/** Skeleton: the shape of content that is loading. Classes set its size; a box can contain a spinner. */
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

/** Wraps the skeletons of one region: hides them from screen readers and announces that it is loading. */
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
