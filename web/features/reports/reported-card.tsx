import { Flag, LockKeyhole } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { generatePath, Link } from 'react-router'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import type { DatedReport, ReportedPost } from '#contract/reports.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { ReadMore } from '#web/ui/read-more.tsx'
import { ReportedPicture } from './reported-picture.tsx'

export const CARD =
  'grid grid-cols-[96px_minmax(0,1fr)] narrow:grid-cols-1 items-start gap-3.5 rounded-card border border-line bg-surface p-3.5 md:flex md:gap-6.5 md:p-4.5'
export const CARD_PICTURE = 'relative h-30 overflow-hidden rounded-md bg-sunken md:h-52.5 md:w-42 md:flex-none'
export const CARD_WORDS = 'min-w-0 md:flex-1'

export interface ReportedCardProps {
  post: ReportedPost
  /** Open reports are highlighted. */
  isOpen: boolean
  /** Additional pills next to the name. */
  pills?: ReactNode
  /** Called when staff may not see the picture any more. */
  onDenied?: () => void
  /** Content below the reports, such as the decision. */
  children?: ReactNode
  /** The buttons for a decision. */
  actions?: ReactNode
}

/** A reported post: its picture, its author and its reports. */
export function ReportedCard({ post, isOpen, pills, onDenied, children, actions }: ReportedCardProps) {
  const { t } = useTranslation()
  const nameId = useId()
  const { username, profile_pic, reports, reports_count } = post
  return (
    <article aria-labelledby={nameId} data-post={post.id} tabIndex={-1} className={CARD}>
      <div className={CARD_PICTURE}>
        <ReportedPicture post={post} {...(onDenied && { onDenied })} />
      </div>
      <div className={CARD_WORDS}>
        <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={generatePath(paths.profile, { username })}
            className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-sm md:gap-3"
          >
            <Avatar name={username} src={portraitUrl(profile_pic)} size={34} lazy />
            <h2 id={nameId} className="truncate font-semibold">
              {username}
            </h2>
          </Link>
          {reports_count > 0 && (
            <Pill colour={isOpen ? 'err' : 'neutral'} icon={<Flag aria-hidden="true" />}>
              {t('reports.count', { count: reports_count })}
            </Pill>
          )}
          {post.protected && (
            <Pill colour="brass" icon={<LockKeyhole aria-hidden="true" />}>
              {t('reports.subscribers_only')}
            </Pill>
          )}
          {pills}
        </div>
        <ReadMore
          text={post.description}
          className="mb-3 font-display text-large leading-note text-pretty wrap-break-word"
        />
        {reports.length > 0 && (
          <ul>
            {reports.map((report) => (
              <ReportItem key={report.id} report={report} />
            ))}
          </ul>
        )}
        {reports_count > reports.length && (
          <p className="border-t border-line py-2.5 text-small text-mute">
            {t('reports.older', { count: reports_count - reports.length })}
          </p>
        )}
        {children}
      </div>
      {actions && (
        <div className="col-span-full flex flex-wrap gap-2.5 max-md:[&>*]:grow md:flex-none md:flex-col">{actions}</div>
      )}
    </article>
  )
}

const [INAPPROPRIATE, IDENTITY] = REPORT_REASONS

/** Translations of the reasons, which are English texts on the wire. */
const REASON_LABELS = {
  [INAPPROPRIATE]: 'posts.report_inappropriate',
  [IDENTITY]: 'posts.report_identity',
} as const

/** One person's report. */
function ReportItem({ report: { author, reason, description, created_at } }: { report: DatedReport }) {
  const { t, language } = useTranslation()
  return (
    <li className="border-t border-line py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{t(REASON_LABELS[reason])}</span>
        <span className="text-small wrap-anywhere text-mute">
          {t('reports.by', { name: author })}
          {created_at && (
            <>
              {' · '}
              <time dateTime={created_at}>{dateText(created_at, language, 'moment')}</time>
            </>
          )}
        </span>
      </p>
      <p dir="auto" className="text-label leading-normal whitespace-pre-line wrap-anywhere text-soft">
        {description ?? t('reports.no_description')}
      </p>
    </li>
  )
}
