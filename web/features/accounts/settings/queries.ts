import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accounts, type User } from '#contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mutationKeys, queryKeys } from '#web/lib/queries/query-keys.ts'
import { useOptimisticMutation } from '#web/lib/queries/use-optimistic-mutation.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

/** Renames the member. The cached user is updated at once, and queries that contain the old name are invalidated. */
export function useRenameMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (username: string) => call(accounts.update_user, { body: { username } }),
    onSuccess: (user) => {
      client.setQueryData(queryKeys.user, user)
      void client.invalidateQueries({ queryKey: queryKeys.profiles })
      void client.invalidateQueries({ queryKey: queryKeys.posts })
      toast({ type: 'success', message: t('accounts.username.saved') })
    },
  })
}

/** Optimistic update: the choice shows at once and is rolled back on an error. */
export function useWishToBecomeCreatorMutation(user: User) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useOptimisticMutation({
    mutationKey: mutationKeys.creator_wish,
    known: user.wish_to_become_creator,
    apply: (_known, wish) => wish,
    mutationFn: (wish: boolean) => call(accounts.update_user, { body: { wish_to_become_creator: wish } }),
    onSuccess: (answer) => {
      client.setQueryData(queryKeys.user, answer)
      toast({ type: 'success', message: t('accounts.interest.saved') })
    },
    onError: () => toast({ type: 'error', message: t('accounts.interest.failed') }),
  })
}

/** Shows a toast, unless the error belongs to a field, which then shows it. */
function toastUnlessField(error: Error): void {
  const isField = error instanceof ApiError && error.status === 422
  if (!isField) toast({ type: 'error', message: errorText(error) })
}

export function useChangePasswordMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: { current_password: string; password: string; password_confirmation: string }) =>
      call(accounts.change_password, { body }),
    onSuccess: () => {
      toast({ type: 'success', message: t('accounts.password.changed') })
      void client.invalidateQueries({ queryKey: queryKeys.sessions })
    },
    onError: toastUnlessField,
  })
}

export function useChangeEmailMutation() {
  return useSingleMutation({
    mutationFn: (body: { current_password: string; email: string }) => call(accounts.change_email, { body }),
    onError: toastUnlessField,
  })
}

export function useResendConfirmationMutation() {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: () => call(accounts.resend_confirmation),
    onSuccess: () => toast({ type: 'success', message: t('accounts.email.resent') }),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

/** Refetches the user on mount, for what others change: a link followed elsewhere, or an approval by staff. */
export function useFreshUser(): void {
  const client = useQueryClient()
  useEffect(() => void client.invalidateQueries({ queryKey: queryKeys.user }), [client])
}

/**
 * Confirms an e-mail address, or undoes a change of it, with the token of a mail. Afterwards the cached user, or even the session,
 * is out of date.
 */
export function useEmailLinkMutation(step: 'confirm' | 'undo') {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (token: string) => call(accounts[`${step}_email`], { body: { token } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: queryKeys.user, refetchType: 'all' }),
  })
}
