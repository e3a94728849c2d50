import { Globe } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { LOCALE_PARAMETER } from '#contract/locales.ts'
import { useUpdatePreferencesMutation, useUser } from '#web/features/accounts/queries.ts'
import { chooseLanguage, useTranslation } from '#web/lib/i18n/i18n.ts'
import { opensInNewTab } from '#web/lib/opens-in-new-tab.ts'
import { toast } from '#web/lib/toasts.ts'
import { cx } from '#web/ui/cx.ts'

/** Shows the current language and links to this page in the other one. With JavaScript the page does not reload. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { t, language } = useTranslation()
  const viewer = useUser()
  const updatePreferences = useUpdatePreferencesMutation()
  const [query, setQuery] = useSearchParams()
  const isFrench = language === 'fr'
  const other = isFrench ? 'en' : 'fr'

  function follow(event: MouseEvent) {
    if (opensInNewTab(event)) return
    event.preventDefault()
    void change()
  }

  async function change() {
    try {
      if (!(await chooseLanguage(other))) return
    } catch {
      toast({ type: 'error', message: t('errors.network') })
      return
    }
    // A language in the URL would override the choice after a reload.
    if (query.has(LOCALE_PARAMETER)) {
      const rest = new URLSearchParams(query)
      rest.delete(LOCALE_PARAMETER)
      setQuery(rest, { replace: true })
    }
    if (viewer.status === 'member') updatePreferences.mutate({ locale: other })
  }

  return (
    <Link
      to={`?${LOCALE_PARAMETER}=${other}`}
      hrefLang={other}
      onClick={follow}
      className={cx(
        'inline-flex min-h-11 items-center gap-1.5 rounded-pill px-3 narrow:px-2 text-note font-semibold transition-colors hover:bg-sunken',
        className,
      )}
    >
      <Globe aria-hidden="true" className="size-icon-md stroke-icon narrow:hidden" />
      {isFrench ? 'FR' : 'EN'}
      <span className="sr-only" lang={other}>
        {t('frame.switch_language')}
      </span>
    </Link>
  )
}
