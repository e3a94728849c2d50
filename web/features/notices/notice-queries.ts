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

const TRUSTED_MS = 30_000
/** The live connection is quicker; this is for those who have none. */
const ASKED_AGAIN_MS = 3 * 60_000

interface Wanted {
  /** Whether a list that did not come is asked for again by whoever joins. */
  retryOnMount?: boolean
}

/** One's notices, newest first, a page at a time, in the language of the page. */
export function useNoticesQuery({ retryOnMount = true }: Wanted = {}) {
  const client = useQueryClient()
  const { language } = useTranslation()
  const query = usePagedQuery({
    queryKey: queryKeys.notices,
    fetchRows: (query, options) => call(notices.list_notices, { query }, options),
    about: (headers, asked) => ({ unread: Number(headers.get('x-unread-count')), language: asked.language }),
    staleTime: TRUSTED_MS,
    refetchInterval: ASKED_AGAIN_MS,
    retryOnMount,
  })
  const { data, dataUpdatedAt } = query
  const isForeign = data?.pages.some((page) => page.language !== language) ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that was on its way in the other language is asked for again
  useEffect(() => {
    if (isForeign) void client.refetchQueries({ queryKey: queryKeys.notices }, { cancelRefetch: false })
  }, [client, isForeign, dataUpdatedAt])
  const listed = useMemo(() => rowsOf(data), [data])
  return { ...query, notices: listed, unread: data?.pages[0]?.unread ?? 0 }
}

/** Those up to one of them. Should it fail they are only marked as new a little longer. */
export function useReadNoticesMutation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (until: string) => call(notices.read_notices, { body: { until } }),
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
      toast({ type: 'success', message: t('notices.sent') })
    },
    onError: (error) => {
      if (!(error instanceof ApiError && (error.status === 404 || error.status === 422))) return
      // It was answered on another device, or is gone.
      toast({ type: 'error', message: t('notices.answered_before') })
      void refetchAfterEvent(client, queryKeys.notices)
    },
  })
}
