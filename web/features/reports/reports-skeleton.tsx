import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { CARD, CARD_PICTURE, CARD_WORDS } from './reported-card.tsx'

/** The shape of the list. */
export function ReportsSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <CardSkeleton />
      <CardSkeleton />
    </Loading>
  )
}

function CardSkeleton() {
  return (
    <div className={CARD}>
      <div className={CARD_PICTURE}>
        <Skeleton shape="box" className="size-full rounded-none">
          <Spinner size="lg" />
        </Skeleton>
      </div>
      <div className={cx(CARD_WORDS, 'flex flex-col gap-3.5')}>
        <div className="flex min-h-11 items-center gap-3">
          <Skeleton shape="circle" className="size-8.5 flex-none" />
          <Skeleton shape="line" className="w-27.5" />
        </div>
        <Skeleton shape="line" />
        <Skeleton shape="line" className="w-3/5" />
      </div>
    </div>
  )
}
