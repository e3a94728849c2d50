import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const HUES = 5

interface LabelTagProps {
  label: string
  /** Grey: a state, and not a label of the creator. */
  isQuiet?: boolean
  className?: string
  /** A button that removes it. */
  children?: ReactNode
}

/** A creator's label of a fan. It has the same colour everywhere, because that follows from its letters. */
export function LabelTag({ label, isQuiet = false, className, children }: LabelTagProps) {
  return (
    <span className={cx('label-tag', className)} {...(!isQuiet && { 'data-hue': hueOf(label) })}>
      <span dir="auto" className="truncate">
        {label}
      </span>
      {children}
    </span>
  )
}

/** From 1 to 5, whatever the case of the letters. */
function hueOf(label: string): number {
  let sum = 0
  for (const sign of label.toLowerCase()) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973
  return 1 + (sum % HUES)
}
