import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { own_account } from '#contract/own-account.ts'
import { call } from '#web/lib/api.ts'
import { ApiError, passUnlessGone } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { toast } from '#web/lib/toasts.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

/** What keeps an account its owner's: the password, the address, the sessions. */

/** A refusal that a field speaks of stands there; anything else is said in passing. */
function toastUnlessField(error: Error): void {
  const isField = error instanceof ApiError && error.status === 422
  if (!isField) toast({ type: 'error', message: errorText(error) })
}

export function useChangePasswordMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: { current_password: string; password: string; password_confirmation: string }) =>
      call(own_account.change_password, { body }),
    onSuccess: () => {
      toast({ type: 'success', message: t('account.password.changed') })
      void client.invalidateQueries({ queryKey: queryKeys.sessions })
    },
    onError: toastUnlessField,
  })
}

export function useChangeEmailMutation() {
  return useSingleMutation({
    mutationFn: (body: { current_password: string; email: string }) => call(own_account.change_email, { body }),
    onError: toastUnlessField,
  })
}

/** Follows the link of a mail. Whoever is signed in here has another address by then, or no session any more. */
export function useEmailLinkMutation(step: 'confirm' | 'undo') {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (token: string) => call(own_account[`${step}_email`], { body: { token } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: queryKeys.user, refetchType: 'all' }),
  })
}

/** How often an open page asks whether somebody has signed in elsewhere. */
const SESSIONS_ASKED_AGAIN_MS = 30_000

/**
 * The server says the devices in the language of the page. A page that stays open learns of a new session when it is
 * looked at again, and after half a minute at most while it is looked at.
 */
const sessionsQuery = (language: string) =>
  queryOptions({
    queryKey: [...queryKeys.sessions, language],
    queryFn: ({ signal }) => call(own_account.list_sessions, undefined, { signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: SESSIONS_ASKED_AGAIN_MS,
  })

export function useSessionsQuery() {
  const { language } = useTranslation()
  return useQuery(sessionsQuery(language))
}

export function useEndSessionMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (id: string) => call(own_account.end_session, { params: { id } }).catch(passUnlessGone),
    onSuccess: async () => {
      toast({ type: 'success', message: t('account.sessions.ended') })
      await client.invalidateQueries({ queryKey: queryKeys.sessions })
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

export function useEndOtherSessionsMutation(onError: (error: Error) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: () => call(own_account.end_other_sessions),
    onSuccess: async () => {
      toast({ type: 'success', message: t('account.sessions.others_ended') })
      await client.invalidateQueries({ queryKey: queryKeys.sessions })
    },
    onError,
  })
}
