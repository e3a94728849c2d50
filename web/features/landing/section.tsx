import type { ComponentProps } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A section of the landing page, with the width and the spacing that all of them share. */
export function Section({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cx('mx-auto w-full max-w-page px-5 pt-21 md:px-18 md:pt-32', className)} />
}
