import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { notices } from '#contract/notices.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { refetchAfterEvent } from '#web/lib/queries/freshness.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { markAnswered, markRead, type NoticePages } from './notice-cache.ts'

const STALE_AFTER_MS = 30_000
/** Polling is the fallback for clients without a live connection. */
const POLL_INTERVAL_MS = 3 * 60_000

interface NoticesOptions {
  /** Whether a component that mounts later fetches again a list that has failed. */
  retryOnMount?: boolean
}

/** Infinite query: the viewer's notices, newest first, in the language of the page. */
export function useNoticesQuery({ retryOnMount = true }: NoticesOptions = {}) {
  const client = useQueryClient()
  const { language } = useTranslation()
  const query = usePagedQuery({
    queryKey: queryKeys.notices,
    fetchRows: (query, options) => call(notices.list_notices, { query }, options),
    about: (headers, asked) => ({
      unread: Number(headers.get('x-unread-count')),
      apart: Number(headers.get('x-unread-apart')),
      language: asked.language,
    }),
    staleTime: STALE_AFTER_MS,
    refetchInterval: POLL_INTERVAL_MS,
    retryOnMount,
  })
  const { data, dataUpdatedAt } = query
  const isOtherLanguage = data?.pages.some((page) => page.language !== language) ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: a response in the old language that arrives after the switch is fetched again
  useEffect(() => {
    if (isOtherLanguage) void client.refetchQueries({ queryKey: queryKeys.notices }, { cancelRefetch: false })
  }, [client, isOtherLanguage, dataUpdatedAt])
  const rows = useMemo(() => rowsOf(data), [data])
  return { ...query, notices: rows, unread: data?.pages[0]?.unread ?? 0 }
}

/** Marks the notices up to this one as read, or all of them with null. A failure only means that they stay marked as new a little longer. */
export function useReadNoticesMutation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (until: string | null) => call(notices.read_notices, { body: until === null ? null : { until } }),
    onSuccess: (_, until) => {
      client.setQueryData<NoticePages>(queryKeys.notices, (pages) => pages && markRead(pages, until))
    },
  })
}

export function useAnswerNoticeMutation(id: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (answer: string) => call(notices.answer_notice, { params: { id }, body: { answer } }),
    onSuccess: (_, answer) => {
      client.setQueryData<NoticePages>(queryKeys.notices, (pages) => pages && markAnswered(pages, id, answer))
      // A list that was requested before the answer does not contain it. This cancels that request.
      void refetchAfterEvent(client, queryKeys.notices)
      toast({ type: 'success', message: t('notices.sent') })
    },
    onError: (error) => {
      if (!(error instanceof ApiError && (error.status === 404 || error.status === 422))) return
      // The notice was answered on another device, or does not exist any more.
      toast({ type: 'error', message: t('notices.answered_before') })
      void refetchAfterEvent(client, queryKeys.notices)
    },
  })
}
