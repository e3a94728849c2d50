import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api-error.ts'
import { toast } from '#web/lib/toasts.ts'
import { staffKeys } from './staff-query-keys.ts'
import { useSingleMutation } from './use-single-mutation.ts'

export interface EraseOptions {
  erase: () => Promise<unknown>
  /** The lists that are fetched again. */
  queryKey: QueryKey
  /** The text of the success toast. */
  erased: string
  /** Called when the row has left the lists. */
  onErased: () => void
  onError: (error: Error) => void
}

/** Erases a row of a list of staff and refetches the lists. A row that is gone already counts as erased. */
export function useEraseMutation({ erase, queryKey, erased, onErased, onError }: EraseOptions) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async () => {
      try {
        await erase()
      } catch (error) {
        if (!isGone(error)) throw error
      }
    },
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: staffKeys.audit })
      await client.invalidateQueries({ queryKey })
      toast({ type: 'success', message: erased })
      onErased()
    },
    onError,
  })
}

/** True if somebody else has erased it meanwhile. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
