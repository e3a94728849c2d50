import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

const LOOKS = {
  plain: 'bg-transparent hover:bg-sunken',
  outlined: 'border border-line bg-transparent hover:bg-sunken',
  filled: 'border border-transparent bg-sunken hover:bg-line aria-disabled:border-line aria-disabled:bg-sunken',
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name. */
  label: string
  look?: keyof typeof LOOKS
  /** The icon, and a counter if there is one. */
  children: ReactNode
}

/** Round icon button with a target of 44 by 44 pixels. */
export function IconButton({ label, look = 'plain', type = 'button', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={cx(
        'relative inline-grid size-11 flex-none cursor-pointer place-items-center rounded-full text-ink transition-colors',
        'disabled:cursor-not-allowed disabled:text-mute aria-disabled:cursor-not-allowed aria-disabled:text-mute',
        '[&>svg]:size-icon-xl [&>svg]:stroke-icon',
        LOOKS[look],
        className,
      )}
    >
      {children}
    </button>
  )
}
