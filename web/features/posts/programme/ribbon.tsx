import { dateText, ownTimeZone } from '#contract/dates.ts'
import { daysFrom } from '#web/features/posts/composer/schedule.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { countByDay } from './programme-days.ts'

const RIBBON_DAYS = 14
/** More lights than that do not fit under a day. */
const LIGHTS_MAX = 3

/** The next fourteen days, with a light for each post. */
export function Ribbon({ now, moments }: { now: Date; moments: readonly Date[] }) {
  const { t, language } = useTranslation()
  const zone = ownTimeZone()
  const counts = countByDay(moments, zone)
  return (
    <ol aria-label={t('drafts.days')} className="programme-ribbon">
      {daysFrom(now, RIBBON_DAYS, zone).map((day, index) => {
        const count = counts.get(day) ?? 0
        const noon = new Date(`${day}T12:00:00Z`)
        return (
          <li key={day} aria-current={index === 0 ? 'date' : undefined}>
            <span className="sr-only">
              {dateText(noon, language, 'weekday', 'UTC')}
              {count > 0 && `: ${t('drafts.on_day', { count })}`}
            </span>
            <span aria-hidden="true" className="text-small text-mute">
              {dateText(noon, language, 'weekday_short', 'UTC')}
            </span>
            <b aria-hidden="true" className={cx('num', index === 0 && 'text-garnet-ink')}>
              {dateText(noon, language, 'day_number', 'UTC')}
            </b>
            <i aria-hidden="true">
              {Array.from({ length: Math.min(count, LIGHTS_MAX) }, (_, light) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lights are all alike
                <s key={light} />
              ))}
            </i>
          </li>
        )
      })}
    </ol>
  )
}
