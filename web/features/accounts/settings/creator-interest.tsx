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
  // React puts a controlled box back unless its state changes within the event, and the cache tells its observers later.
  const [wanted, setWanted] = useState<boolean | null>(null)
  function change(isTicked: boolean) {
    setWanted(isTicked)
    // After the answer is in what is shown: both are told of in this queue, one after the other.
    mutate(isTicked, { onSettled: () => notifyManager.schedule(() => setWanted(null)) })
  }
  return (
    <Checkbox checked={wanted ?? shown} onChange={(event) => change(event.target.checked)}>
      {t('accounts.interest.label')}
    </Checkbox>
  )
}
