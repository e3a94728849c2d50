import type { Revenues } from '#contract/money.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { cx } from '#web/ui/cx.ts'
import { Figure, Panel } from '#web/ui/panel.tsx'
import { barsOf, monthName } from './months.ts'

/** The highest bar leaves space for the amount above it. */
const HIGHEST_PERCENT = 80

/** Bar chart of the creator's share: the current month and the five before it. */
export function ShareChart({ months }: Pick<Revenues, 'months'>) {
  const { t, language } = useTranslation()
  const bars = barsOf(months)
  const [first, current] = [bars[0], bars.at(-1)]
  if (!first || !current) return null
  const name = (month: string) => monthName(month, language, 'full')
  return (
    <Panel
      title={t('money.revenues.share_in', { month: monthName(current.month, language, 'alone') })}
      isQuiet
      className="flex flex-col"
    >
      <Figure>{euros(current.net, language)}</Figure>
      <div
        role="img"
        aria-label={t('money.revenues.chart', { first: name(first.month), last: name(current.month) })}
        className="mt-6 flex flex-1 flex-col"
      >
        <div className="flex min-h-42.5 flex-1 gap-2 border-b border-edge md:min-h-62.5 md:gap-3.5">
          {bars.map((bar) => (
            <div key={bar.month} className="flex min-w-0 flex-1 flex-col items-center justify-end">
              {/* On phones only the last amount fits. It may overlap the bar before it. */}
              <span
                className={cx(
                  'num mb-1.5 text-base one-line',
                  bar === current
                    ? 'z-1 self-end max-md:rounded-sm max-md:bg-surface max-md:pl-1.5 md:self-center'
                    : 'hidden md:inline',
                )}
              >
                {euros(bar.net, language, { round: true })}
              </span>
              <span
                className={cx(
                  'w-full max-w-14 rounded-t-pill',
                  bar === current ? 'bg-garnet' : 'bg-brass',
                  Number(bar.net) > 0 && 'min-h-0.5',
                )}
                style={{ height: `${(bar.height * HIGHEST_PERCENT) / 100}%` }}
              />
            </div>
          ))}
        </div>
        <div className="flex gap-2 pt-2 md:gap-3.5">
          {bars.map(({ month }) => (
            <span key={month} className="min-w-0 flex-1 text-center text-fine text-mute md:text-small">
              {monthName(month, language, 'short')}
            </span>
          ))}
        </div>
      </div>
    </Panel>
  )
}
