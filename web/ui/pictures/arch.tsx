import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** Aspect ratios. The variable `--a` sets the height of the round top. */
const RATIOS = {
  '3/4': '[--a:.75]',
  '4/5': '[--a:.8]',
  strip: '[--a:.768]',
  portrait: '[--a:.851]',
  featured: '[--a:.732]',
}

export interface ArchProps {
  ratio?: keyof typeof RATIOS
  className?: string
  children?: ReactNode
}

/** The arch that frames portraits. Classes set its width, the ratio its height. */
export function Arch({ ratio = '3/4', className, children }: ArchProps) {
  return <div className={cx('arch', RATIOS[ratio], className)}>{children}</div>
}
