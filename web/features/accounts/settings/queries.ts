import { useQueryClient } from '@tanstack/react-query'
import { accounts, type User } from '#contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mutationKeys, queryKeys } from '#web/lib/queries/query-keys.ts'
import { useOptimisticMutation } from '#web/lib/queries/use-optimistic-mutation.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

/** A new name: menus and links follow at once, and what carries the old one is fetched again. */
export function useRenameMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (username: string) => call(accounts.update_user, { body: { username } }),
    onSuccess: (user) => {
      client.setQueryData(queryKeys.user, user)
      void client.invalidateQueries({ queryKey: queryKeys.profiles })
      void client.invalidateQueries({ queryKey: queryKeys.posts })
      toast({ type: 'success', message: t('settings.username_saved') })
    },
  })
}

/** Shows at once, and is taken back when it fails. */
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
      toast({ type: 'success', message: t('settings.interest_saved') })
    },
    onError: () => toast({ type: 'error', message: t('settings.interest_failed') }),
  })
}

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
      call(accounts.change_password, { body }),
    onSuccess: () => {
      toast({ type: 'success', message: t('account.password.changed') })
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

/** Follows the link of a mail. Whoever is signed in here has another address by then, or no session any more. */
export function useEmailLinkMutation(step: 'confirm' | 'undo') {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (token: string) => call(accounts[`${step}_email`], { body: { token } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: queryKeys.user, refetchType: 'all' }),
  })
}
