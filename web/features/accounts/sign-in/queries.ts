import { useQueryClient } from '@tanstack/react-query'
import { accounts, type User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { reportError } from '#web/lib/monitoring/monitoring.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { clearToken } from '#web/lib/session.ts'
import { dismissToast, toast } from '#web/lib/toasts.ts'
import { beginAttempt, expectForm, failAttempt, forgetAttempt, lastAttempt } from './signup-attempt.ts'

/** What is asked of the server where people come in. */

interface Credentials {
  email: string
  password: string
}

/** A token that is still stored goes first. */
export function useSignInMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (user: Credentials) => {
      clearToken()
      return call(
        accounts.sign_in,
        { body: { user } },
        // The user is there before the session starts, or the page would ask for what it has just been told.
        { beforeToken: (answer) => client.setQueryData(queryKeys.user, answer) },
      )
    },
    onSuccess: (user) => {
      toast({ type: 'success', message: t('login.success') })
      if (user.was_leaving) toast({ type: 'info', message: t('login.kept') })
      void takeOver(user)
    },
    onError: (error) => {
      const tooOften = error instanceof ApiError && error.status === 429
      toast({ type: 'error', message: tooOften ? errorText(error) : t('login.failure') })
      // The words above are always the same; when nothing was wrong with what was typed, the truth stands beside them.
      if (!(error instanceof ApiError) || error.status >= 500) toast({ type: 'warning', message: errorText(error) })
    },
  })
}

/** Should the words of the other language not come, the page stays as it is: nobody asked for it just now. */
async function takeOver(user: User): Promise<void> {
  try {
    const { takeOverPreferences } = await import('#web/features/accounts/take-over-preferences.ts')
    await takeOverPreferences(user)
  } catch (error) {
    reportError(error)
  }
}

interface SignUpWays {
  /** To /login, without waiting for the answer. */
  goOn: () => void
  /** To the form, which is filled in again. */
  comeBack: () => void
}

/**
 * Good news at once, as specified. Should the server refuse, the good news is taken back, its reason is told, and the
 * person is led back to the form: by themselves if they have meanwhile turned to something else.
 */
export function useSignUpMutation({ goOn, comeBack }: SignUpWays) {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: (user: Credentials) => call(accounts.sign_up, { body: { user } }),
    onMutate: (credentials) => {
      beginAttempt(credentials)
      const good_news = toast({ type: 'success', message: t('signup.success') })
      goOn()
      return { good_news }
    },
    onSuccess: () => forgetAttempt(),
    onError: (error, _credentials, told) => {
      if (told) dismissToast(told.good_news)
      failAttempt(error)
      const { pathname } = globalThis.location
      const attempt = lastAttempt()
      // The way to /login may not be finished yet: then this one takes its place.
      const isLedBack = pathname === paths.signup || (pathname === paths.login && attempt?.hasGoneOn === false)
      if (isLedBack) {
        expectForm()
        comeBack()
      }
      // Who has signed in meanwhile has no use for the form, and the attempt is forgotten.
      const offersWayBack = attempt !== null && !isLedBack
      toast({
        type: 'error',
        message: errorText(error),
        ...(offersWayBack && { action: { label: t('signup.come_back'), onPress: comeBack } }),
      })
    },
  })
}

export function useRequestResetMutation() {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: (email: string) => call(accounts.request_password_reset, { body: { user: { email } } }),
    onSuccess: () => toast({ type: 'info', message: t('reset_password.toast') }),
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
