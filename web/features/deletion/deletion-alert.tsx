import { dateText } from '#contract/dates.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Outcome } from '#web/ui/outcome.tsx'

/** Says until when the account that was just deleted can be restored. */
export function DeletionAlert({ erased_at }: { erased_at: string }) {
  const { t, language } = useTranslation()
  const time = dateText(erased_at, language, 'moment')
  // Non-breaking spaces keep a number and the word after it on one line.
  const date = time.replaceAll(/(\d) (?=\p{L})/gu, '$1\u00a0')
  return (
    <Outcome className="mb-7 rounded-lg">
      <Alert type="info">{t('deletion.until', { date })}</Alert>
    </Outcome>
  )
}
