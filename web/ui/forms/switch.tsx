import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> {
  label: ReactNode
  hint?: ReactNode
}

/** Toggle switch that takes effect at once. The whole row is the target. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  const hintId = useId()
  return (
    <label
      className={cx(
        'flex min-h-11 cursor-pointer items-center justify-between gap-4 has-disabled:cursor-not-allowed has-disabled:text-mute',
        className,
      )}
    >
      <span>
        <span className="block font-semibold">{label}</span>
        {hint && (
          <span id={hintId} aria-hidden="true" className="block text-small text-mute">
            {hint}
          </span>
        )}
      </span>
      <input
        aria-describedby={hint ? hintId : undefined}
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says by itself whether it is checked
        role="switch"
        className="switch-track"
      />
    </label>
  )
}
