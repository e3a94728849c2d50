import { useUser } from '#web/features/accounts/queries.ts'
import { Insights } from '#web/features/insights/insights.tsx'
import { PeriodSelect } from '#web/features/insights/period-select.tsx'
import { StoryOverlay } from '#web/features/stories/viewer/story-overlay.tsx'
import { useFilterAddress } from '#web/lib/filter-address.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Page } from './page.tsx'

interface Period {
  month: string | undefined
}

/** The month in the URL. What is none is left out, and shows the last 30 days. */
const address = {
  filterIn: (query: string): Period => {
    const month = new URLSearchParams(query).get('month') ?? ''
    return { month: /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined }
  },
  queryOf: ({ month }: Period) => (month ? `?month=${month}` : ''),
}

export function InsightsPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  const { filter, change } = useFilterAddress(address)
  if (viewer.status !== 'member') return null
  return (
    <Page
      title={t('insights.title')}
      beside={<PeriodSelect month={filter.month} onChange={(month) => change({ month })} />}
    >
      <Insights month={filter.month} username={viewer.user.username} />
      <StoryOverlay of="me" viewer_id={viewer.user.id} />
    </Page>
  )
}
