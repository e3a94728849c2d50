import { Settings } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'

interface NoticesHeadingProps {
  /** Whether something is unread, or still marked as new. */
  hasNew: boolean
  isMarking: boolean
  onMarkAll: () => void
}

/** The title of the page, the button that ends all highlights, and the way to the settings. Phones have no room for the button. */
export function NoticesHeading({ hasNew, isMarking, onMarkAll }: NoticesHeadingProps) {
  const { t } = useTranslation()
  return (
    <div className="mb-5.5 flex items-center justify-between gap-3">
      <h1 className="d-l text-page">{t('notices.title')}</h1>
      <div className="flex items-center gap-1">
        {hasNew && (
          <Button variant="ghost" size="sm" loading={isMarking} className="max-md:hidden" onClick={onMarkAll}>
            {t('notices.mark_all')}
          </Button>
        )}
        <Link
          to={paths.settings_notices}
          className="grid size-11 flex-none place-items-center rounded-full transition-colors hover:bg-sunken"
        >
          <Settings aria-hidden="true" className="size-icon-xl stroke-icon" />
          <span className="sr-only">{t('notices.choose')}</span>
        </Link>
      </div>
    </div>
  )
}
