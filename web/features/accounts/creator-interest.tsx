import type { User } from '#contract/accounts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useWishToBecomeCreator } from './settings-queries.ts'

/** Saved as soon as it is ticked. */
export function CreatorInterest({ user }: { user: User }) {
  const { t } = useTranslation()
  const wish = useWishToBecomeCreator()
  return (
    <Checkbox checked={user.wish_to_become_creator} onChange={(event) => wish.mutate(event.target.checked)}>
      {t('settings.interest')}
    </Checkbox>
  )
}
