import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-outline' | 'ivory' | 'ghost-light'

interface Looks {
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  /** Full width of the container. */
  wide?: boolean
  /** A lucide icon before the text. */
  icon?: ReactNode
}

const SHAPE =
  'inline-flex items-center justify-center rounded-pill border text-center leading-button font-semibold select-none [&_svg]:size-icon-md [&_svg]:flex-none transition-[background-color,border-color,color,scale]'

const SIZES = { md: 'min-h-12 text-ui', sm: 'min-h-11 text-label' }

const PRESS = 'cursor-pointer motion-safe:active:scale-98'

const COLOURS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-garnet text-on-garnet shadow-button hover:bg-garnet-hover',
  secondary: 'border-edge bg-transparent text-ink hover:bg-sunken',
  ghost: 'border-transparent bg-transparent text-ink hover:bg-sunken',
  danger: 'border-transparent bg-err text-on-err hover:bg-err-hover',
  'danger-outline': 'border-err bg-transparent text-err hover:bg-err-wash',
  ivory: 'border-transparent bg-ivory text-ivory-ink hover:bg-ivory-hover',
  'ghost-light': 'border-ivory/55 bg-transparent text-ivory hover:bg-ivory/12',
}

const OFF = 'border-line bg-sunken text-mute cursor-not-allowed'

/** The spinner and its gap take 22px. If there is no icon to replace, the padding shrinks by that, so that the width stays. */
function padding(size: 'md' | 'sm', variant: ButtonVariant, makesRoom: boolean): string {
  if (variant === 'ghost') return makesRoom ? 'gap-1.5 px-1.25' : 'gap-2.25 px-4'
  if (size === 'sm') return makesRoom ? 'gap-1.5 px-1.75' : 'gap-2.25 px-4.5'
  return makesRoom ? 'gap-1.5 px-3.25' : 'gap-2.25 px-6'
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'>, Looks {
  /** Shows a spinner, sets `aria-busy` and ignores presses, but keeps focus and width. */
  loading?: boolean
  children: ReactNode
}

/** With `aria-disabled` it ignores presses but stays focusable, so that a tooltip can say why. */
export function Button({
  variant = 'primary',
  size = 'md',
  wide = false,
  icon,
  loading = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const inert = loading || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  const off = inert || rest.disabled === true
  const makesRoom = loading && icon === undefined && !wide

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (inert) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...rest}
      type={type}
      aria-busy={loading || undefined}
      aria-disabled={inert || undefined}
      onClick={press}
      className={cx(
        SHAPE,
        SIZES[size],
        off ? OFF : cx(COLOURS[variant], PRESS),
        padding(size, variant, makesRoom),
        wide && 'w-full',
        className,
      )}
    >
      {loading ? <Spinner size={makesRoom ? 'sm' : 'md'} /> : icon}
      {children}
    </button>
  )
}

export interface ButtonLinkProps extends Omit<ComponentProps<typeof Link>, 'children'>, Looks {
  children: ReactNode
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  size = 'md',
  wide = false,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link
      {...rest}
      className={cx(
        SHAPE,
        SIZES[size],
        COLOURS[variant],
        PRESS,
        padding(size, variant, false),
        wide && 'w-full',
        className,
      )}
    >
      {icon}
      {children}
    </Link>
  )
}
