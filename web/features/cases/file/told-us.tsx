import { Globe } from 'lucide-react'
import type { CaseFile } from '#contract/cases.ts'
import { dateText } from '#contract/dates.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { reasonText } from '../desk/case-words.ts'
import { EvidenceWords } from './evidence.tsx'

/** The reports of members, and the notices of outsiders with their number instead of a name. */
export function ToldUs({ file: { reports, reports_count, reasons } }: { file: CaseFile }) {
  const { t } = useTranslation()
  return (
    <>
      <ul>
        {reports.map((report) => (
          <li key={report.id} className="border-t border-line py-2.5">
            <ToldRow report={report} hasReason={reasons.length > 1} />
          </li>
        ))}
      </ul>
      {reports_count > reports.length && (
        <p className="border-t border-line py-2.5 text-small text-mute">
          {t('cases.file.older', { count: reports_count - reports.length })}
        </p>
      )}
    </>
  )
}

function ToldRow({ report, hasReason }: { report: CaseFile['reports'][number]; hasReason: boolean }) {
  const { t, language } = useTranslation()
  const { author, notice_number, description, created_at, evidence } = report
  const name = notice_number
    ? t('cases.file.public_notice', { number: notice_number })
    : (author ?? t('cases.file.erased_member'))
  return (
    <>
      <div className="flex items-center gap-3">
        {notice_number ? (
          <span aria-hidden="true" className="grid size-9 flex-none place-items-center rounded-md bg-sunken text-soft">
            <Globe className="size-5 stroke-icon" />
          </span>
        ) : (
          <Avatar name={author ?? ''} src={portraitUrl(report.profile_pic)} size={36} lazy />
        )}
        <div className="min-w-0 flex-1">
          <p className="text-ui font-semibold wrap-anywhere">{name}</p>
          {hasReason && <p className="text-small text-soft">{reasonText(report.reason)}</p>}
          <p dir="auto" className="text-small whitespace-pre-line wrap-anywhere text-soft">
            {description ?? t('cases.file.no_description')}
          </p>
        </div>
        <time
          dateTime={created_at}
          title={dateText(created_at, language, 'moment')}
          className="flex-none self-start pt-1 text-right text-small text-mute"
        >
          {isToday(created_at) ? dateText(created_at, language, 'time') : dateText(created_at, language, 'day_short')}
        </time>
      </div>
      {evidence && (
        <details className="mt-1.5 pl-12 text-small">
          <summary className="cursor-pointer rounded-sm font-semibold">{t('cases.file.also_seen')}</summary>
          <div className="pt-2">
            <EvidenceWords evidence={evidence} />
          </div>
        </details>
      )}
    </>
  )
}

function isToday(time: string): boolean {
  return new Date(time).toDateString() === new Date().toDateString()
}
