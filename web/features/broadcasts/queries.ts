import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AudienceName, type Broadcast, broadcasts } from '#contract/broadcasts.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

const LIST_KEY = [...queryKeys.broadcasts, 'list']
/** As often as the server sends. */
const SENDING_MS = 2000
/** Longer timers end at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Whom one can write to, and how many they are. */
export function useAudiencesQuery() {
  return useQuery({
    queryKey: [...queryKeys.broadcasts, 'audiences'],
    queryFn: ({ signal }) => call(broadcasts.list_audiences, undefined, { signal }),
  })
}

/** What one wrote to many, newest first, with the progress of what is being sent. */
export function useBroadcastsQuery() {
  const query = usePagedQuery({
    queryKey: LIST_KEY,
    fetchRows: (query, options) => call(broadcasts.list_broadcasts, { query }, options),
    about: () => ({}),
    refetchInterval: ({ state }) => nextLook(state.data?.pages.flatMap(({ rows }) => rows) ?? [], Date.now()),
  })
  return { ...query, broadcasts: rowsOf(query.data) }
}

/** After how long there is something new: while one is being sent, or when a planned one goes out. */
export function nextLook(all: readonly Pick<Broadcast, 'state' | 'publish_at'>[], now: number): number | false {
  const waits = all.flatMap(({ state, publish_at }) => {
    if (state === 'sending') return SENDING_MS
    return state === 'planned' ? Math.max(new Date(publish_at).getTime() - now, SENDING_MS) : []
  })
  return waits.length > 0 && Math.min(...waits, TIMER_MAX_MS)
}

export interface BroadcastInput {
  audience: AudienceName
  /** Of the audience `label`. */
  label?: string
  content: string
  /** The same again is the same broadcast. */
  client_id: string
  publish_at?: string
}

export function useCreateBroadcastMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: BroadcastInput) => call(broadcasts.create_broadcast, { body }),
    onSuccess: (broadcast: Broadcast) => {
      toast({
        type: 'success',
        message: t(broadcast.state === 'planned' ? 'broadcasts.planned' : 'broadcasts.started'),
      })
      return client.invalidateQueries({ queryKey: queryKeys.broadcasts })
    },
  })
}

export function useCancelBroadcastMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (id: string) => call(broadcasts.cancel_broadcast, { params: { id } }),
    onSuccess: () => toast({ type: 'success', message: t('broadcasts.taken_back') }),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
    // Also after a refusal: it may have started.
    onSettled: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  })
}
