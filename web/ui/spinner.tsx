import { cx } from './cx.ts'

const SIZES = { sm: 'size-4 border-2', md: 'size-icon-md border-spinner', lg: 'size-8 border-3' }

/** The turning ring. It says nothing by itself: whoever shows it says what is being waited for. */
export function Spinner({ size = 'md', className }: { size?: keyof typeof SIZES; className?: string }) {
  return <span aria-hidden="true" className={cx('spinner', SIZES[size], className)} />
}
