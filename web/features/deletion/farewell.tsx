import { dateText } from '#contract/dates.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Outcome } from '#web/ui/outcome.tsx'

/** Tells whoever deleted their account until when it can be had back. */
export function Farewell({ erased_at }: { erased_at: string }) {
  const { t, language } = useTranslation()
  const time = dateText(erased_at, language, 'moment')
  // No line ends between a number and its word.
  const date = time.replaceAll(/(\d) (?=\p{L})/gu, '$1\u00a0')
  return (
    <Outcome className="mb-7 rounded-lg">
      <Alert type="info">{t('account.deletion.until', { date })}</Alert>
    </Outcome>
  )
}
