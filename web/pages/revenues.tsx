import { useSells, useUser } from '#web/features/accounts/queries.ts'
import { useRevenuesQuery } from '#web/features/money/queries.ts'
import { Revenues } from '#web/features/money/revenues.tsx'
import { BeforeTheDoors } from '#web/features/waiting-lists/before-the-doors.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Page } from './page.tsx'
import { RevenueTabs, SamplePill } from './revenue-tabs.tsx'

export function RevenuesPage() {
  const { t } = useTranslation()
  const { data } = useRevenuesQuery()
  const sells = useSells()
  const viewer = useUser()
  return (
    <Page title={t('money.revenues.title')} beside={data?.is_sample && <SamplePill isAll={!data.reversals} />}>
      {sells ? <RevenueTabs /> : viewer.status === 'member' && <BeforeTheDoors username={viewer.user.username} />}
      <Revenues />
    </Page>
  )
}
