import type { ComponentProps } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A part of the landing page, in the column and at the distance that all its parts share. */
export function Section({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cx('mx-auto w-full max-w-page px-5 pt-21 md:px-18 md:pt-32', className)} />
}
