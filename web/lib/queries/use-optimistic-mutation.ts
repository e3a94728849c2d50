import { type MutationKey, type UseMutationOptions, useMutation, useMutationState } from '@tanstack/react-query'

interface OptimisticMutation<Known, Wish, Answer> extends UseMutationOptions<Answer, Error, Wish> {
  mutationKey: MutationKey
  /** As the server said it last. */
  known: Known
  /** The same with one wish more. */
  apply: (known: Known, wish: Wish) => Known
}

/**
 * Optimistic update as an overlay: the cache holds what the server said last, a mutation that is not answered yet holds
 * what somebody wants, and what is shown is the one on top of the other. So nothing has to be rolled back when one fails,
 * and no answer in between shows what nobody meant. Mutations of one key go out one after the other: the last press is
 * the last word.
 */
export function useOptimisticMutation<Known, Wish, Answer>(options: OptimisticMutation<Known, Wish, Answer>) {
  const { known, apply, ...mutation } = options
  const wishes = useMutationState({
    filters: { mutationKey: mutation.mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Wish,
  })
  const { mutate } = useMutation({ scope: { id: mutation.mutationKey.join(' ') }, ...mutation })
  return { shown: wishes.reduce(apply, known), mutate }
}
