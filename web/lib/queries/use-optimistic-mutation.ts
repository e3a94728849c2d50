import {
  hashKey,
  type Mutation,
  type MutationKey,
  notifyManager,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'

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
  const pending = usePending<Input>(mutation.mutationKey)
  const { mutate } = useMutation({ scope: { id: mutation.mutationKey.join(' ') }, ...mutation })
  return { shown: pending.reduce(apply, known), mutate }
}

/**
 * What the pending mutations with this key were given, the first one first. Every message of a thread asks for that, so a change of
 * another mutation costs a comparison, where `useMutationState` would search all mutations.
 */
function usePending<Input>(key: MutationKey): readonly Input[] {
  const cache = useQueryClient().getMutationCache()
  const hash = hashKey(key)
  const last = useRef<readonly Input[]>([])
  const subscribe = useCallback(
    (onChange: () => void) => {
      const tell = notifyManager.batchCalls(onChange)
      return cache.subscribe(({ mutation }) => {
        if (mutation && hashOf(mutation) === hash) tell()
      })
    },
    [cache, hash],
  )
  const read = () => {
    const inputs = cache
      .getAll()
      .filter((mutation) => mutation.state.status === 'pending' && hashOf(mutation) === hash)
      .map(({ state }) => state.variables as Input)
    const isSame =
      inputs.length === last.current.length && inputs.every((input, index) => input === last.current[index])
    if (!isSame) last.current = inputs
    return last.current
  }
  return useSyncExternalStore(subscribe, read, read)
}

const hashes = new WeakMap<object, string>()

function hashOf(mutation: Pick<Mutation, 'options'>): string {
  const known = hashes.get(mutation) ?? hashKey(mutation.options.mutationKey ?? [])
  hashes.set(mutation, known)
  return known
}
