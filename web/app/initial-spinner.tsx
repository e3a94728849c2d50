import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Spinner } from '#web/ui/spinner.tsx'

/** Spinner before the first page. It appears with a delay, so that a fast load does not show it. */
export function InitialSpinner() {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid min-h-[60dvh] animate-appear-late place-items-center text-brass-ink">
      <Spinner size="lg" />
      <span className="sr-only">{t('frame.loading')}</span>
    </div>
  )
}
