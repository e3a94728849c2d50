import { Check, Gavel, Hourglass, type LucideIcon, Scale } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { dateText } from '#contract/dates.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import type { OwnReport } from '#contract/reports.ts'
import { type TranslationKey, useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill, type PillProps } from '#web/ui/badge.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { IconArch } from '#web/ui/pictures/icon-arch.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useOwnReportsQuery } from './own-report-queries.ts'

interface Look {
  Icon: LucideIcon
  colour: NonNullable<PillProps['colour']>
  mark?: ReactNode
}

const LOOKS: Record<OwnReport['state'], Look> = {
  open: { Icon: Hourglass, colour: 'info' },
  removed: { Icon: Gavel, colour: 'ok', mark: <Check aria-hidden="true" /> },
  kept: { Icon: Scale, colour: 'neutral' },
  restored: { Icon: Scale, colour: 'neutral' },
}

const [INAPPROPRIATE, IDENTITY] = REPORT_REASONS

function reasonKey(reason: OwnReport['reason']): TranslationKey {
  if (reason === INAPPROPRIATE) return 'posts.report_inappropriate'
  return reason === IDENTITY ? 'posts.report_identity' : `cases.reasons.${reason}`
}

/** What the viewer has reported, and what came of it. */
export function OwnReports() {
  const { t } = useTranslation()
  const query = useOwnReportsQuery()
  const rows = useRef<HTMLUListElement>(null)
  return (
    <PagedList
      query={query}
      count={query.reports.length}
      list={rows}
      focusable="li"
      skeleton={<ReportSkeleton />}
      words={{ failed: t('blocks.failed'), retry: t('blocks.try_again'), more: t('blocks.show_more') }}
      failure={{ look: 'bare' }}
      endClassName="pt-5"
    >
      <ul ref={rows} aria-label={t('blocks.reports_title')} className="-mt-4">
        {query.reports.map((report) => (
          <ReportRow key={report.id} report={report} />
        ))}
        {query.reports.length === 0 && <li className="py-4 text-mute">{t('blocks.nothing_reported')}</li>}
      </ul>
    </PagedList>
  )
}

function ReportRow({ report: { kind, username, reason, created_at, state } }: { report: OwnReport }) {
  const { t, language } = useTranslation()
  const { Icon, colour, mark } = LOOKS[state]
  return (
    <li tabIndex={-1} className="flex items-start gap-4 border-b border-line py-4 outline-offset-4 last:border-b-0">
      <IconArch icon={Icon} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            {username === null ? t(`blocks.reported_${kind}`) : t(`blocks.reported_${kind}_of`, { username })}
          </p>
          <p className="mt-0.5 text-small text-mute">
            {t(reasonKey(reason))}, <time dateTime={created_at}>{dateText(created_at, language, 'day')}</time>
          </p>
        </div>
        <Pill colour={colour} icon={mark}>
          {t(`blocks.report_${state}`)}
        </Pill>
      </div>
    </li>
  )
}

/** Not announced to screen readers, because the page around it is already there. */
function ReportSkeleton() {
  return (
    <div aria-hidden="true" className="flex items-center gap-4">
      <Skeleton shape="box" className="h-13 w-11 flex-none" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton shape="line" className="w-48" />
        <Skeleton shape="line" className="w-36" />
      </div>
    </div>
  )
}
