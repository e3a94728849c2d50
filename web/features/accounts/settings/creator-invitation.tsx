import type { User } from '#contract/accounts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { useFreshUser, useWishToBecomeCreatorMutation } from './queries.ts'

/** Stands in place of the profile editor while creators join by invitation: the wish to become one is the request. */
export function CreatorInvitation({ user }: { user: User }) {
  const { t } = useTranslation()
  const { shown: hasAsked, mutate } = useWishToBecomeCreatorMutation(user)
  useFreshUser()
  return (
    <div className="rounded-card bg-garnet-wash p-5 md:p-6">
      <h3 className="t3">{t('accounts.invitation.title')}</h3>
      <p role="status" className="mt-1 mb-4 text-small text-soft">
        {t(hasAsked ? 'accounts.invitation.asked' : 'accounts.invitation.text')}
      </p>
      {/* One button for both, so that it keeps the focus. */}
      <Button size="sm" variant={hasAsked ? 'secondary' : 'primary'} onClick={() => mutate(!hasAsked)}>
        {t(hasAsked ? 'accounts.invitation.take_back' : 'accounts.invitation.ask')}
      </Button>
    </div>
  )
}
