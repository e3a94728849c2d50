import { Moon, Sunrise } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { ownTimeZone } from '#contract/dates.ts'
import type { NotificationSettings, NotificationSettingsChange } from '#contract/notices.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'

const NIGHT = { from: '22:00', until: '08:00' }

interface QuietHoursProps {
  settings: NotificationSettings
  onChange: (change: NotificationSettingsChange) => void
}

/** The hours without push and mail. They are hours of the place where they were last changed. */
export function QuietHours({ settings: { quiet_hours, time_zone }, onChange }: QuietHoursProps) {
  const { t } = useTranslation()
  // Who switches them off and on again finds their own hours.
  const last = useRef(NIGHT)
  if (quiet_hours) last.current = quiet_hours

  function set(hours: typeof NIGHT) {
    onChange({ quiet_hours: hours, time_zone: ownTimeZone() })
  }

  return (
    <>
      <Switch
        label={<span className="font-medium">{t('notices.settings.quiet_switch')}</span>}
        checked={quiet_hours !== null}
        onChange={(event) => (event.target.checked ? set(last.current) : onChange({ quiet_hours: null }))}
      />
      {quiet_hours && (
        <div className="mt-3 flex flex-wrap items-end gap-3">
          <TimeField
            label={t('notices.settings.from')}
            icon={<Moon aria-hidden="true" />}
            value={quiet_hours.from}
            onChange={(from) => set({ ...quiet_hours, from })}
          />
          <TimeField
            label={t('notices.settings.until')}
            icon={<Sunrise aria-hidden="true" />}
            value={quiet_hours.until}
            onChange={(until) => set({ ...quiet_hours, until })}
          />
          <p className="flex min-h-12.5 items-center text-small text-mute">{time_zone}</p>
        </div>
      )}
    </>
  )
}

interface TimeFieldProps {
  label: string
  icon: ReactNode
  value: string
  onChange: (value: string) => void
}

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => {
  return `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`
})

/** A list and no time input: browsers write times in their own language, and leave half of one empty while it is typed. */
function TimeField({ label, icon, value, onChange }: TimeFieldProps) {
  // Another program may have set a time between two half hours.
  const times = HALF_HOURS.includes(value) ? HALF_HOURS : [...HALF_HOURS, value].toSorted()
  return (
    <Field label={label} className="w-40 narrow:w-full">
      <SelectInput icon={icon} value={value} onChange={(event) => onChange(event.target.value)}>
        {times.map((time) => (
          <option key={time}>{time}</option>
        ))}
      </SelectInput>
    </Field>
  )
}
