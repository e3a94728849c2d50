import type { CaseFile } from '#contract/cases.ts'
import { dateText } from '#contract/dates.ts'
import type { Decision } from '#contract/decisions.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { ACTION_ICONS } from './history.tsx'

/** What was decided, by whom and why, and the complaint about it. */
export function DecisionsList({ decisions }: Pick<CaseFile, 'decisions'>) {
  return (
    <ol className="flex flex-col gap-4">
      {decisions.map((decision) => (
        <li key={decision.id} className="border-t border-line pt-3.5 first:border-t-0 first:pt-0">
          <DecisionItem decision={decision} />
        </li>
      ))}
    </ol>
  )
}

function DecisionItem({ decision }: { decision: Decision }) {
  const { t, language } = useTranslation()
  const { actions, ground, facts, until, decided_at, undone_at, appeal } = decision
  const by = decision.is_automated
    ? t('cases.decide.by_machine')
    : decision.by === null
      ? t('cases.decide.by_house')
      : t('cases.decide.by', { name: decision.by })
  return (
    <>
      <p className="flex flex-wrap gap-1.5">
        {actions.map((action) => {
          const Icon = ACTION_ICONS[action]
          return (
            <Pill key={action} colour={action === 'dismiss' ? 'ok' : 'err'} icon={<Icon aria-hidden="true" />}>
              {t(`cases.file.did_${action}`)}
            </Pill>
          )
        })}
        {undone_at !== null && (
          <Pill colour="info">{t('cases.decide.undone_on', { date: dateText(undone_at, language, 'day_short') })}</Pill>
        )}
      </p>
      <p className="mt-1.5 text-small wrap-anywhere text-mute">
        {by} · <time dateTime={decided_at}>{dateText(decided_at, language, 'moment')}</time>
        {actions.includes('freeze') &&
          ` · ${until === null ? t('cases.decide.for_good') : t('cases.decide.until_date', { date: dateText(until, language, 'moment') })}`}
      </p>
      {ground && <p className="mt-2 font-semibold">{t(`staff.grounds.${ground}`)}</p>}
      {facts && (
        <p dir="auto" className="text-label leading-normal whitespace-pre-line wrap-anywhere text-soft">
          {facts}
        </p>
      )}
      {appeal && <AppealWords appeal={appeal} />}
    </>
  )
}

function AppealWords({ appeal }: { appeal: NonNullable<Decision['appeal']> }) {
  const { t, language } = useTranslation()
  const { text, appealed_at, outcome, answer } = appeal
  return (
    <div className="mt-3 rounded-lg bg-info-wash px-3.5 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{t('cases.decide.complaint')}</span>
        <time dateTime={appealed_at} className="text-small text-soft">
          {dateText(appealed_at, language, 'moment')}
        </time>
      </p>
      <p dir="auto" className="text-label leading-normal whitespace-pre-line wrap-anywhere text-soft">
        {text}
      </p>
      {outcome && (
        <>
          <p className="mt-2 font-semibold">{t(`cases.decide.outcome_${outcome}`)}</p>
          <p dir="auto" className="text-label leading-normal whitespace-pre-line wrap-anywhere text-soft">
            {answer}
          </p>
        </>
      )}
    </div>
  )
}
