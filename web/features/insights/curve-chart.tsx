import { dateText } from '#contract/dates.ts'
import type { Insights } from '#contract/insights.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { curveOf, heightOf, labelledDays, type Place } from './curve.ts'

/** The people of each day as a curve, with an arch where a post came out. An image with a sentence, for screen readers. */
export function CurveChart({ days }: Pick<Insights, 'days'>) {
  const { t, language } = useTranslation()
  const { places, line, area, ticks } = curveOf(days)
  const [first, last] = [days[0], days.at(-1)]
  const most = days.toSorted((a, b) => b.people - a.people)[0]
  const end = places.at(-1)
  if (!first || !last || !most || !end) return null
  const date = (day: string, form: 'day_month' | 'day_short') => dateText(`${day}T00:00:00Z`, language, form, 'UTC')
  const label = t('insights.chart', {
    first: date(first.day, 'day_month'),
    last: date(last.day, 'day_month'),
    most: most.people.toLocaleString(language),
    day: date(most.day, 'day_month'),
  })
  return (
    <div>
      <div role="img" aria-label={label} className="relative h-45 border-b border-line md:h-56">
        {ticks.map((tick) => (
          <div
            key={tick}
            className="absolute inset-x-0 border-t border-line"
            style={{ top: `${heightOf(tick, ticks)}%` }}
          >
            <span className="absolute bottom-0.5 left-0 text-fine text-mute tabular-nums">
              {tick.toLocaleString(language)}
            </span>
          </div>
        ))}
        <div className="absolute inset-y-0 right-2 left-8">
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            <path d={area} className="fill-brass opacity-13" />
            <path
              d={line}
              fill="none"
              vectorEffect="non-scaling-stroke"
              className="stroke-brass [stroke-linejoin:round] [stroke-width:2.5px]"
            />
          </svg>
          {places.map((place, index) => {
            const day = days[index]
            return day && day.posts > 0 && <PostSign key={day.day} place={place} />
          })}
          <span
            className="absolute size-3.5 -translate-1/2 rounded-full border-2 border-surface bg-garnet-ink"
            style={{ left: `${end.x}%`, top: `${end.y}%` }}
          />
        </div>
      </div>
      <div aria-hidden="true" className="relative mr-2 ml-8 h-7">
        {labelledDays(days.length).map((index, place, all) => (
          <span
            key={index}
            className={cx(
              'absolute top-2 text-fine one-line text-mute',
              // On a phone there is no room for all.
              all.length > 3 && place % 2 === 1 && 'max-sm:hidden',
              place === all.length - 1 && index > 0 ? '-translate-x-full' : place > 0 && '-translate-x-1/2',
            )}
            style={{ left: `${places[index]?.x ?? 0}%` }}
          >
            {date(days[index]?.day ?? '', 'day_short')}
          </span>
        ))}
      </div>
      <p className="mt-2.5 flex items-center gap-2 text-small text-mute">
        <ArchSign className="h-3.75 w-3 flex-none" />
        {t('insights.post_out')}
      </p>
    </div>
  )
}

/** A dashed line down from the curve to an arch. */
function PostSign({ place: { x, y } }: { place: Place }) {
  return (
    <span
      className="absolute bottom-0 -translate-x-1/2 border-l border-dashed border-edge"
      style={{ left: `${x}%`, top: `${y}%` }}
    >
      <ArchSign className="absolute bottom-0 -left-1 h-2.5 w-2 md:-left-1.5 md:h-3.75 md:w-3" />
    </span>
  )
}

function ArchSign({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 12 15" aria-hidden="true" className={cx('fill-garnet-ink', className)}>
      <path d="M0 15V6a6 6 0 0 1 12 0v9z" />
    </svg>
  )
}
