import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type NotificationSettings, type NotificationSettingsChange, notices } from '#contract/notices.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { mutationKeys, queryKeys } from '#web/lib/queries/query-keys.ts'
import { useOptimisticMutation } from '#web/lib/queries/use-optimistic-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { changed } from './settings-change.ts'

export function useNotificationSettingsQuery() {
  return useQuery({
    queryKey: queryKeys.notification_settings,
    queryFn: ({ signal }) => call(notices.get_notification_settings, undefined, { signal }),
  })
}

/** Every press shows at once and is sent after the one before. A press that fails is taken back, with a toast. */
export function useNotificationSettingsMutation(known: NotificationSettings | undefined) {
  const client = useQueryClient()
  return useOptimisticMutation({
    mutationKey: mutationKeys.notification_settings,
    known,
    apply: (settings, change) => settings && changed(settings, change),
    mutationFn: (body: NotificationSettingsChange) => call(notices.put_notification_settings, { body }),
    onSuccess: async (settings) => {
      // An answer that was asked for before the change does not know of it.
      await client.cancelQueries({ queryKey: queryKeys.notification_settings })
      client.setQueryData(queryKeys.notification_settings, settings)
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
