import { type ComponentType, useEffect, useState } from 'react'
import type { ApiError } from '#web/lib/api-error.ts'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { errorText } from '#web/lib/error-text.ts'
import { loadNamespace } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { greet } from './queries.ts'
import type { SecondStepProps } from './second-step.tsx'

/** Code splitting: the page loads it when somebody's password was right and a second factor is asked for. */
export function LazySecondStep({ error, onOver }: { error: ApiError; onOver: () => void }) {
  const [SecondStep, setSecondStep] = useState<ComponentType<SecondStepProps> | null>(null)

  useEffect(() => {
    let isUnmounted = false
    void Promise.all([withChunkTimeout(import('./second-step.tsx')), loadNamespace('second-factors/sign-in')]).then(
      ([module]) => !isUnmounted && setSecondStep(() => module.SecondStep),
      (failure: unknown) => {
        if (isUnmounted) return
        toast({ type: 'error', message: errorText(failure) })
        onOver()
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [onOver])

  return SecondStep && <SecondStep error={error} onOver={onOver} onSignedIn={greet} />
}
