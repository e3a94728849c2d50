import { useId } from 'react'
import { type Balance, PAYOUT_MIN, PAYOUT_SCHEDULES } from '#contract/payouts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useScheduleMutation } from './queries.ts'

/** When payouts are made. The choice is saved at once. */
export function Schedule({ balance }: { balance: Balance }) {
  const { t, language } = useTranslation()
  const name = useId()
  const { shown, mutate } = useScheduleMutation(balance)
  const minimum = euros(String(PAYOUT_MIN), language, { short: true })
  return (
    <Panel title={t('payouts.schedule')} isSmall>
      <RadioRows
        legend={t('payouts.schedule')}
        name={name}
        rows={PAYOUT_SCHEDULES.map((value) => ({
          value,
          label: (
            <>
              {t(`payouts.schedule_${value}`)}{' '}
              <span className="block text-small font-normal text-soft">
                {t(`payouts.schedule_${value}_text`, { minimum })}
              </span>
            </>
          ),
        }))}
        value={shown}
        onChange={mutate}
      />
    </Panel>
  )
}
