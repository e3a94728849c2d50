import type { InsightPost, Insights } from '#contract/insights.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cutText } from '#web/ui/cut-text.ts'
import { cx } from '#web/ui/cx.ts'
import { type Change, changeOf } from './change.ts'

interface FiguresProps {
  insights: Insights
  /** The posts of the period that are loaded, for the one that brought most. */
  posts: readonly InsightPost[]
  isMonth: boolean
}

/** The beginning of a post's description that names it. */
const NAME_AT = 28

/** Four figures, each with what it was before. */
export function Figures({ insights, posts, isMonth }: FiguresProps) {
  const { t, language } = useTranslation()
  const { people, likes, new_subscribers, left, subscribers, days } = insights
  const since = isMonth
    ? (change: string) => t('insights.on_month_before', { change })
    : (change: string) => t('insights.on_days_before', { change, count: days.length })
  const change = (figure: Insights['people'], inPercent = false) => changeOf(figure, language, inPercent)
  const best = posts.toSorted((a, b) => b.new_subscribers - a.new_subscribers)[0]
  const peopleChange = change(people, true)
  return (
    <dl aria-label={t('insights.figures')} className="grid grid-cols-2 gap-y-5 lg:grid-cols-4">
      <Figure
        label={t('insights.people')}
        count={people.count}
        change={
          peopleChange && {
            ...peopleChange,
            text: peopleChange.is === 0 ? t('insights.same') : since(peopleChange.text),
          }
        }
      />
      <Figure label={t('insights.likes')} count={likes.count} change={change(likes)} />
      <Figure label={t('insights.new_subscribers')} count={new_subscribers.count} change={change(new_subscribers)}>
        {best &&
          best.new_subscribers > 0 &&
          t('insights.after_post', {
            count: best.new_subscribers.toLocaleString(language),
            post: beginningOf(best.description),
          })}
      </Figure>
      <Figure label={t('insights.left')} count={left.count} change={change(left)} isBetterBelow>
        {/* Of everybody who subscribed in this time: more may have left than there are now. */}
        {t('insights.of_subscribers', { count: (subscribers + left.count).toLocaleString(language) })}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  label: string
  count: number
  /** Null if there was nothing before. */
  change: Change | null
  isBetterBelow?: boolean
  children?: string | false | undefined
}

function Figure({ label, count, change, isBetterBelow = false, children }: FigureProps) {
  const { language } = useTranslation()
  const isGood = change !== null && (isBetterBelow ? change.is < 0 : change.is > 0)
  return (
    <div className="min-w-0 border-line pr-3 not-first:pl-4 even:border-l max-lg:nth-[3]:pl-0 lg:not-first:border-l lg:not-first:pl-5">
      <dt className="text-small text-soft">{label}</dt>
      <dd className="num sum-lg wrap-anywhere">{count.toLocaleString(language)}</dd>
      {change && <dd className={cx('text-small font-medium', isGood ? 'text-ok' : 'text-mute')}>{change.text}</dd>}
      {children && <dd className="text-small wrap-anywhere text-mute">{children}</dd>}
    </div>
  )
}

function beginningOf(description: string): string {
  const beginning = cutText(description, NAME_AT)
  return beginning === null ? description : `${beginning.trim()}…`
}
