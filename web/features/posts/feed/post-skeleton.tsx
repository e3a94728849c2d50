import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { CARD, CARD_CAPTION, CARD_PICTURE } from './post-card.tsx'

/** The shape of a post in the feed. */
export function PostSkeleton() {
  return (
    <div className={CARD}>
      <div className={CARD_PICTURE}>
        <Skeleton shape="box" className="size-full rounded-none">
          <Spinner size="lg" />
        </Skeleton>
      </div>
      <div className={CARD_CAPTION}>
        <div className="flex min-h-11 items-center gap-3 pb-3.5 lg:pb-0">
          <Skeleton shape="circle" className="size-9.5 flex-none lg:size-11.5" />
          <Skeleton shape="line" className="w-30" />
        </div>
        <div className="flex flex-col gap-3.5 max-lg:order-3 lg:mt-8 lg:mb-7">
          <Skeleton shape="line" />
          <Skeleton shape="line" />
          <Skeleton shape="line" className="w-3/5" />
        </div>
        <div className="flex h-11 items-center max-lg:order-2">
          <Skeleton shape="line" className="w-22.5" />
        </div>
      </div>
    </div>
  )
}
