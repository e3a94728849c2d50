import { useId } from 'react'
import { ownTimeZone, wallClock } from '#contract/dates.ts'
import { SCHEDULE_MAX_DAYS } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Field, FieldError } from '#web/ui/forms/field.tsx'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { cityOf, type WallTime } from './schedule.ts'

interface WhenChoiceProps {
  when: 'now' | 'later'
  at: WallTime
  onChange: (when: 'now' | 'later', at: WallTime) => void
  error: string | null
}

/** When a post comes out, in the time zone of the browser, which is said. */
export function WhenChoice({ when, at, onChange, error }: WhenChoiceProps) {
  const { t } = useTranslation()
  const errorId = useId()
  const zone = ownTimeZone()
  const now = new Date()
  return (
    <div>
      <RadioRows
        legend={t('drafts.when')}
        legendLook="label"
        name="when"
        rows={[
          { value: 'now', label: t('drafts.now') },
          { value: 'later', label: t('drafts.later') },
        ]}
        value={when}
        onChange={(value) => onChange(value, at)}
      />
      {when === 'later' && (
        <>
          <div className="mt-3 grid grid-cols-2 gap-3 narrow:grid-cols-1">
            <Field label={t('drafts.day')} sharesError={error ? errorId : undefined}>
              <TextInput
                type="date"
                required
                min={wallClock(now, zone).day}
                max={wallClock(new Date(now.getTime() + SCHEDULE_MAX_DAYS * DAY_MS), zone).day}
                value={at.day}
                onChange={(event) => onChange('later', { ...at, day: event.target.value })}
              />
            </Field>
            <Field label={t('drafts.time')} sharesError={error ? errorId : undefined}>
              <TextInput
                type="time"
                required
                value={at.time}
                onChange={(event) => onChange('later', { ...at, time: event.target.value })}
              />
            </Field>
          </div>
          {error && (
            <div role="alert" className="mt-2">
              <FieldError id={errorId}>{error}</FieldError>
            </div>
          )}
          <p className="mt-2 text-small text-pretty text-mute">{t('drafts.zone', { city: cityOf(zone) })}</p>
        </>
      )}
    </div>
  )
}
