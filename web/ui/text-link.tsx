import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

/** A link in running text. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={cx('text-link', className)} />
}
