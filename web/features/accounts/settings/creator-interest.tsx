import { notifyManager } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { useWishToBecomeCreatorMutation } from './queries.ts'

/** Checkbox that is saved as soon as it changes. */
export function CreatorInterest({ user }: { user: User }) {
  const { t } = useTranslation()
  const { shown, mutate } = useWishToBecomeCreatorMutation(user)
  // React resets a controlled checkbox if its state does not change during the event, and the cache notifies later.
  const [wanted, setWanted] = useState<boolean | null>(null)
  function change(isTicked: boolean) {
    setWanted(isTicked)
    // Scheduled behind the notification of the cache, so that `shown` already contains the answer.
    mutate(isTicked, { onSettled: () => notifyManager.schedule(() => setWanted(null)) })
  }
  return (
    <Checkbox checked={wanted ?? shown} onChange={(event) => change(event.target.checked)}>
      {t('accounts.interest.label')}
    </Checkbox>
  )
}
