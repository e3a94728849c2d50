import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { useWishToBecomeCreatorMutation } from './queries.ts'

/** Checkbox that is saved as soon as it changes. */
export function CreatorInterest({ user }: { user: User }) {
  const { t } = useTranslation()
  const { shown, mutate } = useWishToBecomeCreatorMutation(user)
  // The cached user is updated a moment after the click. Without this state the box would flicker.
  const [wanted, setWanted] = useState<boolean | null>(null)
  function change(isTicked: boolean) {
    setWanted(isTicked)
    mutate(isTicked, { onSettled: () => setWanted(null) })
  }
  return (
    <Checkbox checked={wanted ?? shown} onChange={(event) => change(event.target.checked)}>
      {t('settings.interest')}
    </Checkbox>
  )
}
