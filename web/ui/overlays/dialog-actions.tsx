import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** The buttons at the end of a dialog, the primary one last. On phones they share the width. */
export function DialogActions({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('mt-5.5 flex flex-wrap justify-end gap-3 max-md:[&>*]:grow', className)}>{children}</div>
}
