import { Ban, UserX } from 'lucide-react'
import { generatePath } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { usePersonActions } from '#web/ui/person-actions.ts'
import { Seal } from '#web/ui/pictures/seal.tsx'

/** Replaces the composer if the account of the other participant is gone, or blocks the viewer. Nothing tells which. */
export function ComposerClosed() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-none items-center gap-4.5 border-t border-line bg-sunken px-5 pt-4.5 pb-safe-7 md:px-6 md:pb-5.5">
      <UserX aria-hidden="true" className="size-6 flex-none text-mute" />
      <div className="flex-1">
        <h2 className="t3 text-balance">{t('conversations.thread.closed')}</h2>
        <p className="text-small text-pretty text-soft">{t('conversations.thread.closed_text')}</p>
      </div>
    </div>
  )
}

/** Replaces the composer while the viewer blocks the other participant. */
export function ComposerBlocked({ username }: { username: string }) {
  const { t } = useTranslation()
  const person = usePersonActions()
  return (
    <div className="flex flex-none flex-wrap items-center gap-4.5 border-t border-line bg-sunken px-5 pt-4.5 pb-safe-7 md:px-6 md:pb-5.5">
      <Ban aria-hidden="true" className="size-6 flex-none text-mute" />
      <div className="min-w-0 flex-1">
        <h2 className="t3 wrap-anywhere text-balance">{t('blocks.you_blocked', { username })}</h2>
        <p className="text-small text-pretty text-soft">{t('blocks.you_blocked_text')}</p>
      </div>
      {person && (
        <Button variant="secondary" size="sm" loading={person.isUnblocking} onClick={() => person.unblock(username)}>
          {t('blocks.unblock')}
        </Button>
      )}
    </div>
  )
}

/** Replaces the composer for a fan without an active subscription. */
export function ComposerLocked({ username }: { username: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-none flex-col items-center gap-2.5 border-t border-line bg-sunken px-5 pt-4.5 pb-safe-7 text-center md:flex-row md:gap-4.5 md:px-6 md:pb-5.5 md:text-left">
      <Seal size="md" />
      <div className="flex-1">
        <h2 className="t3 text-balance">{t('conversations.thread.locked')}</h2>
        <p className="text-small text-balance text-soft">{t('conversations.thread.locked_text')}</p>
      </div>
      <ButtonLink to={generatePath(paths.profile, { username })} className="max-md:w-full">
        {t('conversations.thread.subscribe')}
      </ButtonLink>
    </div>
  )
}
