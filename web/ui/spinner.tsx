import { cx } from './cx.ts'

const SIZES = { sm: 'size-4 border-2', md: 'size-icon-md border-spinner', lg: 'size-8 border-3' }

/** Spinner without a text: its parent announces what is loading. */
export function Spinner({ size = 'md', className }: { size?: keyof typeof SIZES; className?: string }) {
  return <span aria-hidden="true" className={cx('spinner', SIZES[size], className)} />
}
