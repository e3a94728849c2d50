import { useQuery } from '@tanstack/react-query'
import { type ContentNoticeForm, content_notices } from '#contract/content-notices.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'

/** `website` is the honeypot. */
export function useGiveContentNoticeMutation() {
  return useSingleMutation({
    mutationFn: (body: ContentNoticeForm & { website: string }) => call(content_notices.give_content_notice, { body }),
  })
}

export function useContentNoticeQuery(token: string) {
  return useQuery({
    queryKey: [...queryKeys.content_notices, token],
    queryFn: ({ signal }) => call(content_notices.get_content_notice, { params: { token } }, { signal }),
  })
}

export function useTransparencyQuery(year: number) {
  return useQuery({
    queryKey: [...queryKeys.transparency, year],
    queryFn: ({ signal }) => call(content_notices.get_transparency, { query: { year } }, { signal }),
  })
}
