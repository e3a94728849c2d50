import type { Revenues } from '#contract/money.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { cx } from '#web/ui/cx.ts'
import { barsOf, monthName } from './months.ts'
import { Figure, Panel } from './panel.tsx'

/** The highest bar leaves room for the amount above it. */
const HIGHEST_PERCENT = 80

/** What the creator got of the present month, and of the five before it. */
export function ShareChart({ months }: Pick<Revenues, 'months'>) {
  const { t, language } = useTranslation()
  const bars = barsOf(months)
  const [first, present] = [bars[0], bars.at(-1)]
  if (!first || !present) return null
  const name = (month: string) => monthName(month, language, 'full')
  return (
    <Panel
      title={t('revenues.share_in', { month: monthName(present.month, language, 'alone') })}
      isQuiet
      className="flex flex-col"
    >
      <Figure>{euros(present.net, language)}</Figure>
      <div
        role="img"
        aria-label={t('revenues.chart', { first: name(first.month), last: name(present.month) })}
        className="mt-6 flex flex-1 flex-col"
      >
        <div className="flex min-h-42.5 flex-1 gap-2 border-b border-edge md:min-h-62.5 md:gap-3.5">
          {bars.map((bar) => (
            <div key={bar.month} className="flex min-w-0 flex-1 flex-col items-center justify-end">
              {/* On a phone there is room for one of them, which may lie over the month before. */}
              <span
                className={cx(
                  'num mb-1.5 text-base one-line',
                  bar === present
                    ? 'z-1 self-end max-md:rounded-sm max-md:bg-surface max-md:pl-1.5 md:self-center'
                    : 'hidden md:inline',
                )}
              >
                {euros(bar.net, language, { round: true })}
              </span>
              <span
                className={cx(
                  'w-full max-w-14 rounded-t-pill',
                  bar === present ? 'bg-garnet' : 'bg-brass',
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
