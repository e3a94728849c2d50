import { useQueryClient } from '@tanstack/react-query'
import { accounts, type User } from '#contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { mutationKeys, queryKeys } from '#web/lib/query-keys.ts'
import { toast } from '#web/lib/toasts.ts'
import { useOptimisticMutation } from '#web/lib/use-optimistic-mutation.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

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
