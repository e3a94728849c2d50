import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { sessions } from '#contract/sessions.ts'
import { call } from '#web/lib/api.ts'
import { ignoreNotFound } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

/** Polling interval for new sessions while the page is open. */
const POLL_MS = 30_000

/**
 * The server names the devices in the language of the page, so the language is part of the key. An open page refetches
 * when its window gets the focus, and every half minute while it is visible.
 */
const sessionsQuery = (language: string) =>
  queryOptions({
    queryKey: [...queryKeys.sessions, language],
    queryFn: ({ signal }) => call(sessions.list_sessions, undefined, { signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: POLL_MS,
  })

export function useSessionsQuery() {
  const { language } = useTranslation()
  return useQuery(sessionsQuery(language))
}

export function useEndSessionMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (id: string) => call(sessions.end_session, { params: { id } }).catch(ignoreNotFound),
    onSuccess: async () => {
      toast({ type: 'success', message: t('sessions.ended') })
      await client.invalidateQueries({ queryKey: queryKeys.sessions })
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

export function useEndOtherSessionsMutation(onError: (error: Error) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: () => call(sessions.end_other_sessions),
    onSuccess: async () => {
      toast({ type: 'success', message: t('sessions.others_ended') })
      await client.invalidateQueries({ queryKey: queryKeys.sessions })
    },
    onError,
  })
}
