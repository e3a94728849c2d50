import { CalendarDays } from 'lucide-react'
import { dateText } from '#contract/dates.ts'
import { INSIGHT_DAYS } from '#contract/insights.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { useInsightsQuery } from './queries.ts'

interface PeriodSelectProps {
  month: string | undefined
  onChange: (month: string | undefined) => void
}

/** Chooses the last 30 days, or a month. */
export function PeriodSelect({ month, onChange }: PeriodSelectProps) {
  const { t, language } = useTranslation()
  const { data } = useInsightsQuery(month)
  // The chosen one stands in the list before the others are known.
  const months = [...new Set([...(data?.months ?? []), ...(month ? [month] : [])])].sort().reverse()
  return (
    <SelectInput
      aria-label={t('insights.period')}
      value={month ?? ''}
      icon={<CalendarDays aria-hidden="true" />}
      // Beside the title also on a phone: as wide as what is chosen, and not as the longest month.
      className="max-w-fit min-w-0 grow basis-44 [&>select]:field-sizing-content"
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{t('insights.last_days', { count: INSIGHT_DAYS })}</option>
      {months.map((each) => (
        <option key={each} value={each}>
          {dateText(`${each}-01T00:00:00Z`, language, 'month_year', 'UTC')}
        </option>
      ))}
    </SelectInput>
  )
}
