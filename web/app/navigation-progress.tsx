import { useNavigation } from 'react-router'
import { useTranslation } from '#web/lib/i18n/i18n.ts'

/** The next page is being fetched: a line at the top says so, unless it comes at once. */
export function NavigationProgress() {
  const { t } = useTranslation()
  if (useNavigation().state === 'idle') return null
  return (
    <div
      role="progressbar"
      aria-label={t('frame.loading')}
      className="skeleton fixed inset-x-0 top-0 z-tooltip h-0.75 animate-appear-soon bg-brass"
    />
  )
}
