import { useQuery } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { type Landing, landing } from '#contract/landing.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { toast } from '#web/lib/toasts.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

/** What the landing page shows of the real world. It is whole without: one question, and nobody is told when it fails. */
export function useLanding(): Landing | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.landing,
    queryFn: ({ signal }) => call(landing.get_landing, undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return data
}

export function useJoinNewsletterMutation() {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: (body: Input<typeof landing.join_newsletter>['body']) => call(landing.join_newsletter, { body }),
    onSuccess: () => toast({ type: 'success', message: t('landing.newsletter.success') }),
    onError: (error) => {
      toast({ type: 'error', message: t('landing.newsletter.failure') })
      // The words above are always the same; whoever came too often, or has no connection, is also told so.
      if (!(error instanceof ApiError) || error.status === 429) toast({ type: 'warning', message: errorText(error) })
    },
  })
}
