import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Locale } from '#contract/accounts.ts'
import { system } from '#contract/system.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

/** The state of every part. The server writes the sentences, in this language. */
export function useHealthQuery(locale: Locale) {
  return useQuery({
    queryKey: [...staffKeys.health, locale],
    queryFn: ({ signal }) => call(system.get_health, { query: { locale } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Sends a test mail to the viewer's own address, and shows what became of it. */
export function useTestMailMutation(locale: Locale) {
  return useSingleMutation({
    mutationFn: () => call(system.send_test_mail, { body: { locale } }),
    onSuccess: ({ state, sentence }) => toast({ type: state === 'ok' ? 'success' : 'error', message: sentence }),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
