import { WifiOff } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { Button } from './button.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

export interface LoadFailureProps extends Pick<EmptyStateProps, 'title' | 'look' | 'heading'> {
  /** Shown below the title, if the title is not enough. */
  error?: Error
  /** The text of the button. */
  retry: string
  onRetry: () => unknown
  isRetrying?: boolean
}

/** Shown in place of content that could not be loaded, with a retry button. */
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

/** The retry button unmounts while it has the focus. The focus moves to `main`, so that it is not lost to the document. */
function useFocusKept(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const pressed = button.current
    return () => {
      if (pressed?.matches(':focus')) pressed.closest('main')?.focus({ preventScroll: true })
    }
  }, [button])
}
