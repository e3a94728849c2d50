import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { blocks } from '#contract/blocks.ts'
import { creators } from '#contract/creators.ts'
import { call } from '#web/lib/api.ts'
import { ignoreNotFound } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { blocksChanged } from '#web/lib/queries/blocked-people.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

const CALLS = { blocks: blocks.list_blocks, mutes: blocks.list_mutes }

/** Infinite query: whom the viewer blocks or mutes, the last one first. */
export function usePeopleQuery(list: keyof typeof CALLS) {
  const query = usePagedQuery({
    queryKey: queryKeys[list],
    fetchRows: async (query, options) => {
      const rows = await call(CALLS[list], { query }, options)
      return rows.map((person) => ({ ...person, id: person.username }))
    },
    about: () => ({}),
  })
  const people = useMemo(() => rowsOf(query.data), [query.data])
  return { ...query, people }
}

/** Creators by name. The last result stays visible until the next arrives. */
export function useCreatorsToMuteQuery(search: string) {
  return useQuery({
    queryKey: [...queryKeys.creators, search],
    queryFn: ({ signal }) => call(creators.find_creators, { query: search === '' ? {} : { search } }, { signal }),
    placeholderData: (before) => before,
  })
}

/** Resolves when the open lists know of it, so that the dialog closes over a page without the blocked person. */
export function useBlockMutation(onError: (error: Error) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async (username: string) => {
      await call(blocks.block, { body: { username } })
      await blocksChanged(client)
    },
    onSuccess: (_, username) => toast({ type: 'success', message: t('blocks.blocked_now', { username }) }),
    onError,
  })
}

export function useUnblockMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (username: string) => call(blocks.unblock, { params: { username } }).catch(ignoreNotFound),
    onSuccess: async (_, username) => {
      toast({ type: 'success', message: t('blocks.unblocked_now', { username }) })
      await blocksChanged(client)
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

export function useMuteMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async ({ username, is_muted }: { username: string; is_muted: boolean }) => {
      if (is_muted) await call(blocks.unmute, { params: { username } }).catch(ignoreNotFound)
      else await call(blocks.mute, { body: { username } })
    },
    onSuccess: async (_, { username, is_muted }) => {
      const message = t(is_muted ? 'blocks.unmuted_now' : 'blocks.muted_now', { username })
      toast({ type: 'success', message })
      await blocksChanged(client)
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
