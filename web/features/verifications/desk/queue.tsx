import { ChevronRight, IdCard } from 'lucide-react'
import { useRef } from 'react'
import { generatePath, Link, useSearchParams } from 'react-router'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { ListedVerification } from '#contract/verifications.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill, type PillProps } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type QueueList, useVerificationsQuery } from './queries.ts'

const LISTS: readonly QueueList[] = ['in_review', 'decided']

/** The verifications that wait, oldest first, and those that were decided. */
export function VerificationQueue() {
  const { t } = useTranslation()
  const [parameters, setParameters] = useSearchParams()
  const list: QueueList = parameters.get('list') === 'decided' ? 'decided' : 'in_review'
  const query = useVerificationsQuery(list)
  const rows = useRef<HTMLUListElement>(null)
  return (
    <>
      <fieldset className="mb-4.5 flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">{t('verifications.desk.lists')}</legend>
        {LISTS.map((each) => (
          <Button
            key={each}
            size="sm"
            variant={each === list ? 'primary' : 'secondary'}
            aria-pressed={each === list}
            onClick={() => setParameters(each === 'decided' ? { list: each } : {})}
          >
            {t(`verifications.desk.list_${each}`)}
          </Button>
        ))}
      </fieldset>
      <PagedList
        key={list}
        query={query}
        count={query.rows.length}
        list={rows}
        focusable="a"
        skeleton={<QueueSkeleton />}
        empty={
          <EmptyState
            icon={<IdCard />}
            title={t(`verifications.desk.no_${list}`)}
            text={t(`verifications.desk.no_${list}_text`)}
          />
        }
        words={{
          failed: t('verifications.desk.failed'),
          retry: t('verifications.desk.retry'),
          more: t('verifications.desk.more'),
        }}
        endClassName="pt-6 pb-4"
      >
        <ul
          ref={rows}
          aria-label={t(`verifications.desk.list_${list}`)}
          className="overflow-hidden rounded-card border border-line bg-surface"
        >
          {query.rows.map((row) => (
            <li key={row.id} className="border-t border-line first:border-t-0">
              <Row row={row} />
            </li>
          ))}
        </ul>
      </PagedList>
    </>
  )
}

const COLOURS: Record<ListedVerification['state'], NonNullable<PillProps['colour']>> = {
  none: 'neutral',
  in_review: 'info',
  refused: 'warn',
  verified: 'ok',
}

function Row({ row }: { row: ListedVerification }) {
  const { t, language } = useTranslation()
  const { state, sent_at, decided_at } = row
  return (
    <Link
      to={generatePath(paths.admin_verification, { id: row.id })}
      className="ring-inside flex min-h-17 flex-wrap items-center gap-x-5 gap-y-1.5 px-4 py-3 transition-colors hover:bg-sunken md:px-5.5"
    >
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold wrap-anywhere">{row.creator ?? t('verifications.desk.gone')}</span>{' '}
        <span className="block text-small text-mute">
          {decided_at === null
            ? t('verifications.desk.sent_on', { date: dateText(sent_at, language, 'moment') })
            : t('verifications.desk.decided_on', { date: dateText(decided_at, language, 'moment') })}
        </span>
      </span>{' '}
      <VerificationPill state={state} />
      <ChevronRight aria-hidden="true" className="size-icon-md flex-none text-mute narrow:hidden" />
    </Link>
  )
}

export function VerificationPill({ state }: Pick<ListedVerification, 'state'>) {
  const { t } = useTranslation()
  return <Pill colour={COLOURS[state]}>{t(`verifications.desk.state_${state}`)}</Pill>
}

function QueueSkeleton() {
  return (
    <Loading className="block rounded-card border border-line bg-surface">
      {['w-44', 'w-36', 'w-48'].map((width) => (
        <div
          key={width}
          className="flex h-17 items-center justify-between border-t border-line px-5.5 first:border-t-0"
        >
          <Skeleton shape="line" className={width} />
          <Skeleton shape="line" className="w-20" />
        </div>
      ))}
    </Loading>
  )
}
