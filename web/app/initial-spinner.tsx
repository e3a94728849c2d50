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

/** While the session is being checked: index.html has the frame that is shown then, see styles/first-frame.css. */
export function FirstFrame() {
  const { t } = useTranslation()
  return (
    <main data-first-frame className="sr-only">
      <p role="status">{t('ui.loading')}</p>
    </main>
  )
}

/** Before the first page is loaded. The script in index.html knows whether there may be a session. */
export function BeforeFirstPage() {
  return document.documentElement.dataset.session ? <FirstFrame /> : <InitialSpinner />
}
