import { Download } from 'lucide-react'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Figure, Panel } from './panel.tsx'
import { useRevenuesFileMutation } from './queries.ts'

/** How many are subscribed now; and the way to take every payment home, once there is one. */
export function Subscribers({ count, hasPayments }: { count: number; hasPayments: boolean }) {
  const { t, language } = useTranslation()
  return (
    <Panel title={t('revenues.subscribers')} isQuiet>
      <Figure>{count.toLocaleString(language)}</Figure>
      <p className="mt-1 text-small text-mute">{t('revenues.subscribers_text')}</p>
      {hasPayments && <FileButton />}
    </Panel>
  )
}

function FileButton() {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRevenuesFileMutation()
  return (
    <div className="mt-5 flex flex-col items-start gap-2.5 border-t border-dashed border-line pt-5">
      <Button variant="secondary" size="sm" icon={<Download />} loading={isPending} onClick={() => mutate()}>
        {t('revenues.download')}
      </Button>
      <p className="text-small text-mute">{t('revenues.download_text')}</p>
      {error && (
        <Alert type="error" look="bare">
          {t('revenues.download_failed', { reason: errorText(error) })}
        </Alert>
      )}
    </div>
  )
}
