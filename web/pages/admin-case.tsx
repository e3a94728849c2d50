import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { CaseFolder } from '#web/features/cases/file/case-folder.tsx'
import { DecisionPanel } from '#web/features/cases/file/decision-panel.tsx'
import { useCaseQuery } from '#web/features/cases/file/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'

const COLUMNS = 'mt-2.5 flex flex-col gap-5 lg:flex-row lg:items-start lg:gap-7'
const FOLDER = 'min-w-0 lg:flex-1'
const CARD = 'flex flex-col gap-4 rounded-card border border-line bg-surface p-7'
const BESIDE = 'lg:w-107.5 lg:flex-none'

/** The file of a case, and its decision beside it. */
export function AdminCasePage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const user = useUser()
  const now = useNow()
  const { data: file, isPending, error, refetch, isFetching } = useCaseQuery(id)
  usePageTitle(file ? t('cases.file.title', { number: file.number }) : t('staff.cases'))
  if (user.status !== 'member') return null
  const viewer = { username: user.user.username, isAdmin: user.user.role === 'admin' }
  return (
    <div className="mx-auto w-full max-w-content flex-1 px-4 py-5 md:px-8">
      <BackLink to={paths.admin_cases}>{t('cases.file.back')}</BackLink>
      {file ? (
        <div className={COLUMNS}>
          <div className={FOLDER}>
            <CaseFolder file={file} viewer={viewer} now={now} />
          </div>
          <div className={BESIDE}>
            <DecisionPanel file={file} viewer={viewer} />
          </div>
        </div>
      ) : isPending ? (
        <CaseSkeleton />
      ) : (
        <LoadFailure
          heading="h1"
          title={t('cases.file.failed')}
          {...(error && { error })}
          retry={t('cases.desk.retry')}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      )}
    </div>
  )
}

function CaseSkeleton() {
  return (
    <Loading className={COLUMNS}>
      <div className={cx(FOLDER, CARD)}>
        <Skeleton shape="line" className="w-1/3" />
        <Skeleton shape="line" className="w-2/3" />
        <Skeleton shape="box" className="h-80" />
      </div>
      <div className={cx(BESIDE, CARD)}>
        <Skeleton shape="line" className="w-1/2" />
        <Skeleton shape="line" />
        <Skeleton shape="line" />
      </div>
    </Loading>
  )
}
