import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { useWishToBecomeCreatorMutation } from './queries.ts'

/** Saved as soon as it is ticked. */
export function CreatorInterest({ user }: { user: User }) {
  const { t } = useTranslation()
  const { shown, mutate } = useWishToBecomeCreatorMutation(user)
  // Until it is saved, the tick as it was just set: what is shown follows a moment later, and the box would blink.
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
