import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** Starts something, unless what it started before is not over yet. */
export function oneAtATime(): (start: () => Promise<unknown>) => void {
  let isOnItsWay = false
  const free = () => {
    isOnItsWay = false
  }
  return (start) => {
    if (isOnItsWay) return
    isOnItsWay = true
    start().then(free, free)
  }
}

/**
 * A mutation for a button or a form, whose second press counts for nothing while the first is on its way: what shows that
 * something is on its way is drawn a moment later, and a second press may come before that.
 */
export function useSingleMutation<Answer, Input = void, Started = unknown>(
  options: UseMutationOptions<Answer, Error, Input, Started>,
): UseMutationResult<Answer, Error, Input, Started> {
  const mutation = useMutation(options)
  const [once] = useState(oneAtATime)
  const { mutateAsync } = mutation
  const mutate = useCallback<typeof mutation.mutate>(
    (...input) => once(() => mutateAsync(...input)),
    [once, mutateAsync],
  )
  return { ...mutation, mutate }
}
