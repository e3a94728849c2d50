import { REPORT_REASONS } from '#contract/limits.ts'
import type { Report } from '#contract/posts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'

const [INAPPROPRIATE, IDENTITY] = REPORT_REASONS

/** What the server knows by its English words is read in the reader's language. */
const WORDS = {
  [INAPPROPRIATE]: 'posts.report_inappropriate',
  [IDENTITY]: 'posts.report_identity',
} as const

/** What one person said against a post. */
export function SaidReport({ report: { author, reason, description } }: { report: Report }) {
  const { t } = useTranslation()
  return (
    <li className="border-t border-line py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{t(WORDS[reason])}</span>
        <span className="text-small wrap-anywhere text-mute">{t('admin.reports_page.by', { name: author })}</span>
      </p>
      <p dir="auto" className="text-label leading-normal whitespace-pre-line wrap-anywhere text-soft">
        {description ?? t('admin.reports_page.no_description')}
      </p>
    </li>
  )
}
