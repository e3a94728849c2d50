import { Drama, SearchX } from 'lucide-react'
import { FOUND_CREATORS_MAX } from '#contract/creators.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { CreatorCard, GRID } from './creator-card.tsx'
import type { useCreatorsQuery } from './queries.ts'

export interface CreatorResultsProps {
  search: string
  found: ReturnType<typeof useCreatorsQuery>
}

/**
 * The creators that were found; without a search the most recently active ones. Screen readers announce the number after
 * each answer (`role="status"`).
 */
export function CreatorResults({ search, found }: CreatorResultsProps) {
  const { t } = useTranslation()
  const { data, isPlaceholderData } = found
  const isRecent = search === ''
  const count = data?.length ?? 0
  const counted = count < FOUND_CREATORS_MAX ? t('creators.count', { count }) : t('creators.most', { count })
  return (
    <section
      aria-label={t(isRecent ? 'creators.recent' : 'creators.results')}
      aria-busy={found.isFetching}
      className="mt-9 md:mt-11 low:mt-6"
    >
      <div className={cx('flex min-h-6 items-baseline justify-between gap-4', (count > 0 || !isRecent) && 'mb-5')}>
        {isRecent && count > 0 && <h2 className="cue text-large">{t('creators.recent')}</h2>}
        <p role="status" className={isRecent ? 'sr-only' : 'text-small text-mute'}>
          {data && (isPlaceholderData ? t('ui.loading') : counted)}
        </p>
      </div>
      <Body search={search} found={found} />
    </section>
  )
}

function Body({ search, found: { data, isPlaceholderData, isFetching, refetch, isError } }: CreatorResultsProps) {
  const { t } = useTranslation()
  if (isError && !data) {
    return (
      <LoadFailure
        title={t('creators.failed')}
        retry={t('creators.try_again')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  }
  if (!data) return <ResultsSkeleton />
  if (data.length > 0) {
    return (
      <ul className={GRID}>
        {data.map((creator) => (
          <CreatorCard key={creator.id} creator={creator} />
        ))}
      </ul>
    )
  }
  if (isPlaceholderData) return <ResultsSkeleton />
  return search === '' ? (
    <EmptyState icon={<Drama />} title={t('creators.no_recent')} text={t('creators.no_recent_text')} />
  ) : (
    <EmptyState icon={<SearchX />} title={t('creators.nobody')} text={t('creators.nobody_text')} />
  )
}

const WIDTHS = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3']

function ResultsSkeleton() {
  return (
    <Loading className={GRID}>
      {WIDTHS.map((width) => (
        <div key={width}>
          <div className="box-ring" data-ring="none">
            <Skeleton shape="arch" className="[--a:.8] [--r:11px]" />
          </div>
          <Skeleton shape="line" className={cx('mt-5 h-5', width)} />
          <Skeleton shape="line" className="mt-3 w-2/5" />
        </div>
      ))}
    </Loading>
  )
}
