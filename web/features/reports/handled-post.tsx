import { Check, MessageSquareReply, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateText } from '#contract/dates.ts'
import type { ReportedPost } from '#contract/reports.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { ReportedCard } from './reported-card.tsx'

type Handled = NonNullable<ReportedPost['handled']>

/** A post whose reports were handled: the decision, by whom and why, and the objection of its author. */
export function HandledPost({ post, handled }: { post: ReportedPost; handled: Handled }) {
  const { t } = useTranslation()
  const isRemoved = handled.outcome === 'removed'
  return (
    <ReportedCard
      post={post}
      isOpen={false}
      pills={
        <>
          <Pill
            colour={isRemoved ? 'err' : 'ok'}
            icon={isRemoved ? <Trash2 aria-hidden="true" /> : <Check aria-hidden="true" />}
          >
            {t(`reports.outcome_${handled.outcome}`)}
          </Pill>
          {handled.answer !== null && (
            <Pill colour="info" icon={<MessageSquareReply aria-hidden="true" />}>
              {t('reports.answered')}
            </Pill>
          )}
        </>
      }
    >
      {post.reports_count === 0 && (
        <p className="border-t border-line py-2.5 text-label text-soft">{t('reports.unreported')}</p>
      )}
      <div className="flex flex-col gap-2.5 border-t border-line pt-2.5">
        <Saying title={<Decided handled={handled} />} text={handled.note ?? t('reports.no_note')} />
        {handled.answer !== null && handled.answered_at !== null && (
          <div className="rounded-lg bg-info-wash px-3.5 py-3">
            <Saying
              title={
                <>
                  <span className="font-semibold">{t('reports.answer')}</span>
                  <span className="text-small text-soft">
                    <Moment time={handled.answered_at} />
                  </span>
                </>
              }
              text={handled.answer}
            />
          </div>
        )}
      </div>
    </ReportedCard>
  )
}

function Decided({ handled: { outcome, by, at } }: { handled: Handled }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="font-semibold">{t(`reports.decided_${outcome}`)}</span>
      <span className="text-small wrap-anywhere text-mute">
        {by === null ? t('reports.by_former') : t('reports.by', { name: by })} · <Moment time={at} />
      </span>
    </>
  )
}

function Saying({ title, text }: { title: ReactNode; text: string }) {
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">{title}</p>
      <p dir="auto" className="text-label leading-normal whitespace-pre-line wrap-anywhere text-soft">
        {text}
      </p>
    </div>
  )
}

function Moment({ time }: { time: string }) {
  const { language } = useTranslation()
  return <time dateTime={time}>{dateText(time, language, 'moment')}</time>
}
