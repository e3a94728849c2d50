import { Check, EyeOff, Flag, type LucideIcon, MailWarning, Snowflake, Trash2, UserPlus, UserX } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { CaseFile, HistoryEntry } from '#contract/cases.ts'
import { dateText } from '#contract/dates.ts'
import type { Action } from '#contract/decisions.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { shortNumber } from '../desk/case-words.ts'

export const ACTION_ICONS: Record<Action, LucideIcon> = {
  dismiss: Check,
  warn: MailWarning,
  hide: EyeOff,
  remove: Trash2,
  freeze: Snowflake,
  close: UserX,
}

/** What happened to the account, newest first. */
export function History({ file }: { file: CaseFile }) {
  return (
    <ol>
      {file.history.map((entry) => (
        <HistoryRow key={`${entry.event} ${entry.at} ${entry.case_id}`} entry={entry} case_id={file.id} />
      ))}
    </ol>
  )
}

function iconOf({ event, actions }: HistoryEntry): LucideIcon {
  if (event === 'joined') return UserPlus
  const heaviest = actions.at(-1)
  return event === 'reported' || heaviest === undefined ? Flag : ACTION_ICONS[heaviest]
}

function HistoryRow({ entry, case_id }: { entry: HistoryEntry; case_id: string }) {
  const { language } = useTranslation()
  const Icon = iconOf(entry)
  const isThis = entry.event === 'reported' && entry.case_id === case_id
  const isAgainst = entry.actions.some((action) => action !== 'dismiss') && !entry.is_undone
  return (
    <li className="relative flex items-center gap-3.5 py-1.75 not-first:before:absolute not-first:before:-top-2 not-first:before:left-4 not-first:before:h-4 not-first:before:w-0.5 not-first:before:bg-line">
      <span
        aria-hidden="true"
        className={cx(
          'z-1 grid size-8.5 flex-none place-items-center rounded-full',
          isThis ? 'bg-err text-on-err' : isAgainst ? 'bg-warn-wash text-warn' : 'bg-sunken text-soft',
        )}
      >
        <Icon className="size-icon-sm stroke-icon" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-ui leading-label font-semibold">
          <Title entry={entry} isThis={isThis} />
        </p>
        <p className="text-small text-soft">
          <Details entry={entry} isThis={isThis} />
        </p>
      </div>
      <time
        dateTime={entry.at}
        title={dateText(entry.at, language, 'moment')}
        className="flex-none text-small text-mute"
      >
        {dateText(entry.at, language, 'day_short')}
      </time>
    </li>
  )
}

function Title({ entry: { event, kind, actions }, isThis }: { entry: HistoryEntry; isThis: boolean }) {
  const { t } = useTranslation()
  if (event === 'joined') return t('cases.file.joined')
  if (event === 'decided') return actions.map((action) => t(`cases.file.did_${action}`)).join(', ')
  return isThis ? t('cases.file.reported_this') : t(`cases.file.reported_${kind ?? 'post'}`)
}

function Details({
  entry: { case_id, number, state, ground, is_undone },
  isThis,
}: {
  entry: HistoryEntry
  isThis: boolean
}) {
  const { t } = useTranslation()
  if (number === null || case_id === null) return null
  const name = t('cases.file.in_case', { number: shortNumber(number) })
  const rest = [
    ...(state ? [t(`cases.file.in_state_${state}`)] : []),
    ...(ground ? [t(`staff.grounds.${ground}`)] : []),
    ...(is_undone ? [t('cases.file.undone')] : []),
  ]
  return (
    <>
      {isThis ? (
        name
      ) : (
        <Link to={generatePath(paths.admin_case, { id: case_id })} className="rounded-sm underline underline-offset-2">
          {name}
        </Link>
      )}
      {rest.length > 0 && `, ${rest.join(', ')}`}
    </>
  )
}
