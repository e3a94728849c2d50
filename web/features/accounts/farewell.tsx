import { useTranslation } from '#web/lib/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The page has changed under whoever deleted their account: the focus goes to what tells them so. */
export function Farewell({ erased_at }: { erased_at: string }) {
  const { t, language } = useTranslation()
  const date = new Date(erased_at).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <div ref={(node) => node?.focus()} tabIndex={-1} className="mb-7 rounded-lg outline-hidden">
      <Notice type="info">{t('account.deletion.until', { date })}</Notice>
    </div>
  )
}
