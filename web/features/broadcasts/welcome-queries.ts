import { useQuery, useQueryClient } from '@tanstack/react-query'
import { broadcasts } from '#contract/broadcasts.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

const KEY = [...queryKeys.broadcasts, 'welcome']

export function useWelcomeMessageQuery() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(broadcasts.get_welcome_message, undefined, { signal }),
  })
}

export function useSaveWelcomeMessageMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: { enabled: boolean; content: string }) => call(broadcasts.put_welcome_message, { body }),
    onSuccess: (saved) => {
      client.setQueryData(KEY, saved)
      toast({ type: 'success', message: t('broadcasts.welcome.saved') })
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
