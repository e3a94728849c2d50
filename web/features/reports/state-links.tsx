import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { ReportState } from './report-lists.ts'

/** Gets the focus when the list is empty. */
export const STATE_LINKS_ID = 'report-states'

const LINKS = { open: paths.admin_reports, handled: `${paths.admin_reports}?state=handled` }
const STATES = ['open', 'handled'] as const

/** Links to the open and to the handled reports. Each has its own URL. */
export function StateLinks({ state }: { state: ReportState }) {
  const { t } = useTranslation()
  return (
    <nav id={STATE_LINKS_ID} aria-label={t('reports.states')} className="mb-4 flex flex-wrap gap-2 md:mb-5">
      {STATES.map((name) => (
        <ButtonLink
          key={name}
          to={LINKS[name]}
          size="sm"
          variant={name === state ? 'primary' : 'secondary'}
          aria-current={name === state ? 'page' : undefined}
        >
          {t(`reports.${name}`)}
        </ButtonLink>
      ))}
    </nav>
  )
}
