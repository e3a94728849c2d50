import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/profiles.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useEnd } from '#web/lib/use-end.ts'
import { profileQuery } from './queries.ts'

/** Offers a subscription again on an open page when the end of the one there was has come. Then the server has the last word. */
export function useSubscriptionEnd({ username, suscribed_until }: Profile): void {
  const client = useQueryClient()

  function askAgain() {
    for (const queryKey of [queryKeys.profiles, queryKeys.can_message])
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  }

  useEnd(suscribed_until, {
    onEnd() {
      client.setQueryData(
        profileQuery(username).queryKey,
        (profile) => profile && { ...profile, suscribed: false, suscribed_until: null },
      )
      askAgain()
    },
    onWrongClock: askAgain,
  })
}
