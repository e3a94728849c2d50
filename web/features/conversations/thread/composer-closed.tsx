import { UserX } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'

/** Stands where one would write to somebody whose account is deleted, or about to be. */
export function ComposerClosed() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-none items-center gap-4.5 border-t border-line bg-sunken px-5 pt-4.5 pb-safe-7 md:px-6 md:pb-5.5">
      <UserX aria-hidden="true" className="size-6 flex-none text-mute" />
      <div className="flex-1">
        <h2 className="t3 text-balance">{t('thread.closed')}</h2>
        <p className="text-small text-pretty text-soft">{t('thread.closed_text')}</p>
      </div>
    </div>
  )
}
