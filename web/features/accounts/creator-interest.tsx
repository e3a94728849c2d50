import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useWishToBecomeCreator } from './settings-queries.ts'

/** Saved as soon as it is ticked. */
export function CreatorInterest({ user }: { user: User }) {
  const { t } = useTranslation()
  const wish = useWishToBecomeCreator()
  // Until it is saved, the tick as it was just set: the user's own comes a moment later, and the box would blink.
  const [wanted, setWanted] = useState<boolean | null>(null)
  function change(isTicked: boolean) {
    setWanted(isTicked)
    wish.mutate(isTicked, { onSettled: () => setWanted(null) })
  }
  return (
    <Checkbox checked={wanted ?? user.wish_to_become_creator} onChange={(event) => change(event.target.checked)}>
      {t('settings.interest')}
    </Checkbox>
  )
}
