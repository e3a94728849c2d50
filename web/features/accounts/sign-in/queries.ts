import { useQueryClient } from '@tanstack/react-query'
import { accounts, type SignedIn, type User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { t, useTranslation } from '#web/lib/i18n/i18n.ts'
import { reportError } from '#web/lib/monitoring/monitoring.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { clearToken } from '#web/lib/session.ts'
import { dismissToast, toast } from '#web/lib/toasts.ts'
import { beginAttempt, clearAttempt, expectForm, failAttempt, lastAttempt } from './signup-attempt.ts'

interface Credentials {
  email: string
  password: string
}

/** The password was right, and the account asks for its second factor. */
export function isSecondStep(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'second_step'
}

/** Whatever ended the sign-in. */
export function greet(user: SignedIn): void {
  toast({ type: 'success', message: t('accounts.login.success') })
  if (user.was_leaving) toast({ type: 'info', message: t('accounts.login.kept') })
  void applyPreferences(user)
}

/** Signs in. A token that is still stored is cleared first. */
export function useSignInMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (user: Credentials) => {
      clearToken()
      return call(
        accounts.sign_in,
        { body: { user } },
        // The user must be in the cache before the session starts, or the page would fetch it again.
        { beforeToken: (answer) => client.setQueryData(queryKeys.user, answer) },
      )
    },
    onSuccess: greet,
    onError: (error) => {
      if (isSecondStep(error)) return
      // Too many attempts, or a frozen account: the credentials may be right.
      const isRefused = error instanceof ApiError && [403, 429].includes(error.status)
      toast({ type: 'error', message: isRefused ? errorText(error) : t('accounts.login.failure') })
      // The first toast always has the same text. If the credentials were not the reason, a second one says what was.
      if (!(error instanceof ApiError) || error.status >= 500) toast({ type: 'warning', message: errorText(error) })
    },
  })
}

/** Best effort: if the translations cannot be loaded, the page keeps its language, because nobody asked to change it. */
async function applyPreferences(user: User): Promise<void> {
  try {
    const { adoptPreferences } = await import('#web/features/accounts/adopt-preferences.ts')
    await adoptPreferences(user)
  } catch (error) {
    reportError(error)
  }
}

interface SignUpNavigation {
  /** Goes to /login, without waiting for the answer. */
  toLogin: () => void
  /** Goes to the form, which is filled in again. */
  toForm: () => void
}

/**
 * Optimistic sign-up: success is shown before the server answers, as specified. If the server refuses, the toast is
 * dismissed, another one says why, and the app navigates back to the form. Someone who meanwhile does something else gets
 * a button for that instead.
 */
export function useSignUpMutation({ toLogin, toForm }: SignUpNavigation) {
  const { t } = useTranslation()
  return useSingleMutation({
    // The form sends nothing while the box about the age is not ticked.
    mutationFn: (user: Credentials) => call(accounts.sign_up, { body: { user: { ...user, age_confirmed: true } } }),
    onMutate: (credentials) => {
      beginAttempt(credentials)
      const success_toast = toast({ type: 'success', message: t('accounts.signup.success') })
      toLogin()
      return { success_toast }
    },
    onSuccess: () => clearAttempt(),
    onError: (error, _credentials, shown) => {
      if (shown) dismissToast(shown.success_toast)
      failAttempt(error)
      const { pathname } = globalThis.location
      const attempt = lastAttempt()
      // The navigation to /login may still be under way. Then this one replaces it.
      const isReturning = pathname === paths.signup || (pathname === paths.login && attempt?.hasMovedOn === false)
      if (isReturning) {
        expectForm()
        toForm()
      }
      // After a sign-in the attempt is cleared and the form is of no use.
      const offersReturn = attempt !== null && !isReturning
      toast({
        type: 'error',
        message: errorText(error),
        ...(offersReturn && { action: { label: t('accounts.signup.come_back'), onPress: toForm } }),
      })
    },
  })
}

export function useRequestResetMutation() {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: (email: string) => call(accounts.request_password_reset, { body: { user: { email } } }),
    onSuccess: () => toast({ type: 'info', message: t('accounts.reset_password.toast') }),
  })
}

interface NewPassword {
  reset_password_token: string
  password: string
  password_confirmation: string
}

export function useConfirmResetMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (user: NewPassword) => call(accounts.confirm_password_reset, { body: { user } }),
    onSuccess: () => {
      toast({ type: 'success', message: t('accounts.confirm_reset_password.toast') })
      // The server has ended all sessions of this member. Refetching the user finds out whether this browser had one.
      void client.invalidateQueries({ queryKey: queryKeys.user, refetchType: 'all' })
    },
    onError: (error) => {
      toast({ type: 'error', message: t('accounts.confirm_reset_password.failure_toast') })
      reportError(error)
    },
  })
}
