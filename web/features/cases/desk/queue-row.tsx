import { Globe, Lock, MessageCircle, Stamp, UserRound } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { Case, CaseKind } from '#contract/cases.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { ageText, caseSummary, caseTitle, shortNumber, whenText } from './case-words.ts'
import { useTakeCaseMutation } from './queries.ts'
import { SeverityTag } from './severity-tag.tsx'

const ROW =
  'usher-row relative gap-x-3 gap-y-1.5 border-t border-line px-4 py-3.5 first:border-t-0 lg:min-h-19 lg:gap-4.5 lg:px-5.5 lg:py-3'

export interface QueueRowProps {
  each: Case
  viewer: string
  now: number
}

/** A case in the usher's list. Its title is the link; the whole row is the target. */
export function QueueRow({ each, viewer, now }: QueueRowProps) {
  const { t, language } = useTranslation()
  const { number, waiting_since, due_at } = each
  const isLate = Date.parse(due_at) < now
  const when = whenText(due_at, now, language)
  return (
    <li className={cx(ROW, each.is_restricted && 'bg-err-wash')}>
      <span className="narrow:justify-self-start">
        <SeverityTag severity={each.severity} />
      </span>
      <Thing each={each} />
      <div className="max-lg:col-span-full max-lg:row-start-2 narrow:row-start-auto">
        <Link
          to={generatePath(paths.admin_case, { id: each.id })}
          className="block rounded-sm leading-label font-semibold after:absolute after:inset-0"
        >
          {caseTitle(each)}
        </Link>
        <p className={cx('text-small wrap-anywhere', each.is_restricted ? 'text-soft' : 'text-mute')}>
          {caseSummary(each)}
        </p>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 max-lg:col-start-2 max-lg:row-start-1 max-lg:justify-end narrow:col-start-auto narrow:row-start-auto narrow:justify-start lg:block">
        <span className="num text-lg leading-tight">{ageText(waiting_since, now)}</span>
        <span
          className={cx(
            'text-small lg:block',
            isLate ? 'font-medium text-err' : each.is_restricted ? 'text-soft' : 'text-mute',
          )}
        >
          {t(isLate ? 'cases.desk.was_due' : 'cases.desk.due', { when })}
        </span>
      </p>
      <div className="max-lg:col-span-full">
        <Taker each={each} viewer={viewer} />
      </div>
      <span className={cx('text-right text-small max-lg:hidden', each.is_restricted ? 'text-soft' : 'text-mute')}>
        {shortNumber(number)}
      </span>
    </li>
  )
}

const ICONS: Partial<Record<CaseKind, typeof Globe>> = { message: MessageCircle, profile: UserRound, notice: Globe }

/** What the case holds: an envelope, a lock, or what kind of thing has only words. Decorative. */
function Thing({ each: { kind, is_restricted, state } }: { each: Case }) {
  const Icon = state === 'appealed' ? MessageCircle : ICONS[kind]
  const place = 'justify-self-center max-lg:hidden'
  if (is_restricted) {
    return (
      <span aria-hidden="true" className={cx(place, 'grid size-11 place-items-center rounded-md bg-night text-candle')}>
        <Lock className="size-5 stroke-icon" />
      </span>
    )
  }
  if (Icon) {
    return (
      <span aria-hidden="true" className={cx(place, 'grid size-11 place-items-center rounded-md bg-sunken text-soft')}>
        <Icon className="size-5 stroke-icon" />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className={cx(place, 'envelope h-11 w-14 rounded-md')}>
      <Seal size="xs" icon={<Stamp />} />
    </span>
  )
}

/** Who looks into it, or the button to do so. */
function Taker({ each, viewer }: { each: Case; viewer: string }) {
  const { t } = useTranslation()
  const take = useTakeCaseMutation()
  const { id, number, taken_by } = each
  if (taken_by === null) {
    return (
      <Button
        variant="secondary"
        size="sm"
        loading={take.isPending}
        className="relative"
        onClick={() => take.mutate({ id, number })}
      >
        <span>
          {t('cases.desk.take')}
          <span className="sr-only"> {t('cases.file.in_case', { number: shortNumber(number) })}</span>
        </span>
      </Button>
    )
  }
  return (
    <span className="flex min-w-0 items-center gap-2.25 text-small">
      <Avatar name={taken_by} src={portraitUrl(each.taken_by_pic)} size={34} lazy />
      <span className="truncate">{taken_by === viewer ? t('cases.desk.you') : taken_by}</span>
    </span>
  )
}
