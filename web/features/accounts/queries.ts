import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { accounts, type Locale, type User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { reportError } from '#web/lib/monitoring.ts'
import { queryKeys } from '#web/lib/query-client.ts'
import { forgetReturnTo } from '#web/lib/return-to.ts'
import { clearToken, sessionToken, subscribeToSession } from '#web/lib/session.ts'
import { toast } from '#web/lib/toasts.ts'

const userQuery = queryOptions({
  queryKey: queryKeys.user,
  queryFn: async ({ client, signal }) => {
    const user = await call(accounts.get_user, undefined, { signal })
    const before = client.getQueryData<User>(queryKeys.user)
    // Another tab signed somebody else in: nothing the last one saw may stay.
    if (before && before.id !== user.id) {
      void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.user[0] })
    }
    return user
  },
})

/** Who looks at the page. */
export type Viewer =
  | { status: 'visitor' }
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'member'; user: User }

/** The current user; a visitor without a token calls nothing. */
export function useUser(): Viewer {
  const hasToken = useSyncExternalStore(subscribeToSession, () => sessionToken() !== null)
  const { data: user, isError } = useQuery({ ...userQuery, enabled: hasToken })
  if (!hasToken) return { status: 'visitor' }
  // A refetch that fails does not throw out who was let in.
  if (user) return { status: 'member', user }
  return { status: isError ? 'failed' : 'loading' }
}

interface Credentials {
  email: string
  password: string
}

/** A token that is still stored goes first. */
export function useSignIn() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user: Credentials) => {
      clearToken()
      return call(
        accounts.sign_in,
        { body: { user } },
        // The user is there before the session starts, or the page would ask for what it has just been told.
        { beforeToken: (answer) => client.setQueryData(queryKeys.user, answer) },
      )
    },
    onSuccess: () => toast({ type: 'success', message: t('login.success') }),
    onError: (error) => {
      const tooOften = error instanceof ApiError && error.status === 429
      toast({ type: 'error', message: tooOften ? errorText(error) : t('login.failure') })
      // The words above are always the same; when nothing was wrong with what was typed, the truth stands beside them.
      if (!(error instanceof ApiError) || error.status >= 500) toast({ type: 'warning', message: errorText(error) })
    },
  })
}

export function useSignUp() {
  return useMutation({
    mutationFn: (user: Credentials) => call(accounts.sign_up, { body: { user } }),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

/** On a 200, or when the session was over already: to /discover, then the token goes, and with it all that hangs on it. */
export function useSignOut() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      await call(accounts.sign_out).catch(passUnlessOver)
      await navigate(paths.discover)
      clearToken()
      forgetReturnTo()
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

function passUnlessOver(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 401)) throw error
}

export function useRequestReset() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (email: string) => call(accounts.request_password_reset, { body: { user: { email } } }),
    onSuccess: () => toast({ type: 'info', message: t('reset_password.toast') }),
  })
}

interface NewPassword {
  reset_password_token: string
  password: string
  password_confirmation: string
}

export function useConfirmReset() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user: NewPassword) => call(accounts.confirm_password_reset, { body: { user } }),
    onSuccess: () => {
      toast({ type: 'success', message: t('confirm_reset_password.toast') })
      // A session of the same member in this browser is over now: asking who is signed in finds out.
      void client.invalidateQueries({ queryKey: queryKeys.user, refetchType: 'all' })
    },
    onError: (error) => {
      toast({ type: 'error', message: t('confirm_reset_password.failure_toast') })
      reportError(error)
    },
  })
}

/** The member's language, for the mails. */
export function useUpdateLocale() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (locale: Locale) => call(accounts.update_user, { body: { locale } }),
    onSuccess: (user) => client.setQueryData(queryKeys.user, user),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
