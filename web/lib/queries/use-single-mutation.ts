import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** Starts something, unless what it started before is not over yet; and does something else only then. */
export function oneAtATime() {
  let isOnItsWay = false
  const free = () => {
    isOnItsWay = false
  }
  return {
    start(work: () => Promise<unknown>): void {
      if (isOnItsWay) return
      isOnItsWay = true
      work().then(free, free)
    },
    whenIdle(act: () => void): void {
      if (!isOnItsWay) act()
    },
  }
}

/**
 * A mutation for a button or a form, whose second press counts for nothing while the first is on its way: what shows that
 * something is on its way is drawn a moment later, and a second press may come before that. For the same reason `reset`
 * does nothing while something is on its way: whoever leaves a dialog right after the press would lose what came of it.
 */
export function useSingleMutation<Answer, Input = void, Started = unknown>(
  options: UseMutationOptions<Answer, Error, Input, Started>,
): UseMutationResult<Answer, Error, Input, Started> {
  const mutation = useMutation(options)
  const [once] = useState(oneAtATime)
  const { mutateAsync, reset: forget } = mutation
  const mutate = useCallback<typeof mutation.mutate>(
    (...input) => once.start(() => mutateAsync(...input)),
    [once, mutateAsync],
  )
  const reset = useCallback(() => once.whenIdle(forget), [once, forget])
  return { ...mutation, mutate, reset }
}
