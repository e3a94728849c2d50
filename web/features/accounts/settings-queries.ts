import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accounts, type User } from '#contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { mutationKeys, queryKeys } from '#web/lib/query-keys.ts'
import { toast } from '#web/lib/toasts.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

/** A new name: menus and links follow at once, and what carries the old one is fetched again. */
export function useRename() {
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

/** Shows at once, goes out one at a time, and is taken back when it fails. */
export function useWishToBecomeCreator() {
  const { t } = useTranslation()
  const client = useQueryClient()

  function show(wish: boolean) {
    client.setQueryData<User>(queryKeys.user, (user) => user && { ...user, wish_to_become_creator: wish })
  }

  return useMutation({
    mutationKey: mutationKeys.creator_wish,
    scope: { id: 'creator wish' },
    mutationFn: (wish: boolean) => call(accounts.update_user, { body: { wish_to_become_creator: wish } }),
    onMutate: show,
    onSuccess: (user) => {
      // Whoever has changed their mind meanwhile is shown what they said last.
      if (client.isMutating({ mutationKey: mutationKeys.creator_wish }) === 1) client.setQueryData(queryKeys.user, user)
      toast({ type: 'success', message: t('settings.interest_saved') })
    },
    onError: (_, wish) => {
      show(!wish)
      toast({ type: 'error', message: t('settings.interest_failed') })
    },
  })
}
