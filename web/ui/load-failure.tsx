import { WifiOff } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { Button } from './button.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

export interface LoadFailureProps extends Pick<EmptyStateProps, 'title' | 'look' | 'heading'> {
  /** Says why, under the title; left out where the title says it all. */
  error?: Error
  /** On the button. */
  retry: string
  onRetry: () => unknown
  isRetrying?: boolean
}

/** What stands where something could not be loaded, with the button that tries again. */
export function LoadFailure({ error, retry, onRetry, isRetrying = false, ...rest }: LoadFailureProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusKept(button)
  return (
    <EmptyState
      {...rest}
      role="alert"
      icon={<WifiOff />}
      text={error && errorText(error)}
      action={
        <Button ref={button} variant="secondary" size="sm" loading={isRetrying} onClick={() => void onRetry()}>
          {retry}
        </Button>
      }
    />
  )
}

/** The button goes away once it is tried again. Who pressed it goes on from the top of the page's content, not of the page. */
function useFocusKept(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const pressed = button.current
    return () => {
      if (pressed?.matches(':focus')) pressed.closest('main')?.focus({ preventScroll: true })
    }
  }, [button])
}
