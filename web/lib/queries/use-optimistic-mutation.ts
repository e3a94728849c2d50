import { type MutationKey, type UseMutationOptions, useMutation, useMutationState } from '@tanstack/react-query'

interface OptimisticMutation<Known, Input, Answer> extends UseMutationOptions<Answer, Error, Input> {
  mutationKey: MutationKey
  /** The last answer of the server. */
  known: Known
  /** Adds a pending mutation to the value. */
  apply: (known: Known, input: Input) => Known
}

/**
 * Optimistic update as an overlay: the cache holds the last answer of the server, and pending mutations are applied on top
 * of it for display. So a failed mutation needs no rollback, and an answer that arrives in between does not undo what is
 * shown. Mutations with the same key run one after the other, so that the last press wins.
 */
export function useOptimisticMutation<Known, Input, Answer>(options: OptimisticMutation<Known, Input, Answer>) {
  const { known, apply, ...mutation } = options
  const pending = useMutationState({
    filters: { mutationKey: mutation.mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Input,
  })
  const { mutate } = useMutation({ scope: { id: mutation.mutationKey.join(' ') }, ...mutation })
  return { shown: pending.reduce(apply, known), mutate }
}
