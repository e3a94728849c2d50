import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { allowDevice, NoSubscription, type PushDevice, readDevice, silenceDevice, tryDevice } from './push-device.ts'

function keyFor(user_id: string) {
  return [...queryKeys.push_device, user_id]
}

/** The state of push on this device. It is read when the app starts, and when permission or session change. */
export function usePushDeviceQuery(user_id: string) {
  return useQuery({
    queryKey: keyFor(user_id),
    queryFn: () => readDevice(user_id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Switches push on for this device, after the browser has asked. */
export function useAllowPushMutation(user_id: string) {
  const client = useQueryClient()
  const onError = useFailureToast()
  return useSingleMutation({
    mutationFn: () => allowDevice(user_id),
    onSuccess: (device) => client.setQueryData<PushDevice>(keyFor(user_id), device),
    onError,
  })
}

/** Switches push off for this device. */
export function useSilencePushMutation(user_id: string) {
  const client = useQueryClient()
  const onError = useFailureToast()
  return useSingleMutation({
    mutationFn: silenceDevice,
    onSuccess: (device) => client.setQueryData<PushDevice>(keyFor(user_id), device),
    onError,
  })
}

/** Sends one push to this device. */
export function useTryPushMutation() {
  const { t } = useTranslation()
  const onError = useFailureToast()
  return useSingleMutation({
    mutationFn: (id: string) => tryDevice(id),
    onSuccess: () => toast({ type: 'success', message: t('push.tried') }),
    onError,
  })
}

function useFailureToast() {
  const { t } = useTranslation()
  return (error: Error) => {
    // Nobody waits for what their sign-out has ended.
    if (error.name === 'AbortError') return
    toast({ type: 'error', message: error instanceof NoSubscription ? t('push.failed') : errorText(error) })
  }
}
