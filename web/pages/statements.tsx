import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useStatementQuery } from '#web/features/monthly-statements/queries.ts'
import { StatementList } from '#web/features/monthly-statements/statement-list.tsx'
import { StatementActions, StatementName, StatementView } from '#web/features/monthly-statements/statement-view.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Page } from './page.tsx'
import { RevenueTabs, SamplePill } from './revenue-tabs.tsx'

/** The third tab of the revenues. */
export function StatementsPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('money.revenues.title')} tabTitle={t('monthly_statements.list')}>
      <RevenueTabs />
      <StatementList />
    </Page>
  )
}

/** One statement. What can be done with it is not printed. */
export function StatementPage() {
  const { t } = useTranslation()
  const { number = '' } = useParams()
  const { data } = useStatementQuery(number)
  usePageTitle(`${t('monthly_statements.title')} ${number}`)
  return (
    <div className="mx-auto w-full max-w-content flex-1 px-4 pt-4 pb-14 md:px-8 md:pt-6 print:p-0">
      <div className="print:hidden">
        <BackLink to={paths.statements}>{t('monthly_statements.back')}</BackLink>
      </div>
      <div className="mt-2 mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3.5">
        <div>
          <h1 className="d-l">{t('monthly_statements.title')}</h1>
          <StatementName number={number} />
          {data?.is_sample && <SamplePill />}
        </div>
        <StatementActions number={number} />
      </div>
      <StatementView number={number} />
    </div>
  )
}
