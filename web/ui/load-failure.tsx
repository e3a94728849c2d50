import { WifiOff } from 'lucide-react'
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
  return (
    <EmptyState
      {...rest}
      icon={<WifiOff />}
      text={error && errorText(error)}
      action={
        <Button variant="secondary" size="sm" loading={isRetrying} onClick={() => void onRetry()}>
          {retry}
        </Button>
      }
    />
  )
}
