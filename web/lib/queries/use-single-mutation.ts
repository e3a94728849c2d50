import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** Runs one task at a time: `start` ignores a task while another is running, and `whenIdle` acts only if none is. */
export function oneAtATime() {
  let isRunning = false
  const release = () => {
    isRunning = false
  }
  return {
    start(work: () => Promise<unknown>): void {
      if (isRunning) return
      isRunning = true
      work().then(release, release)
    },
    whenIdle(act: () => void): void {
      if (!isRunning) act()
    },
  }
}

/**
 * A mutation that ignores double clicks: a second press can arrive before the pending state is rendered. For the same
 * reason `reset` does nothing while the mutation is pending: closing a dialog right after the press would lose the result.
 */
export function useSingleMutation<Answer, Input = void, Started = unknown>(
  options: UseMutationOptions<Answer, Error, Input, Started>,
): UseMutationResult<Answer, Error, Input, Started> {
  const mutation = useMutation(options)
  const [single] = useState(oneAtATime)
  const { mutateAsync, reset: resetMutation } = mutation
  const mutate = useCallback<typeof mutation.mutate>(
    (...input) => single.start(() => mutateAsync(...input)),
    [single, mutateAsync],
  )
  const reset = useCallback(() => single.whenIdle(resetMutation), [single, resetMutation])
  return { ...mutation, mutate, reset }
}
