import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of the messages while they are loading. */
export function CardsSkeleton() {
  return (
    <Loading className="flex flex-col gap-3.5">
      {['w-40', 'w-28', 'w-36'].map((width) => (
        <div key={width} className="flex flex-col gap-3.5 rounded-card border border-line bg-surface p-4 md:px-5.5">
          <Skeleton shape="line" className={width} />
          <Skeleton shape="line" />
          <Skeleton shape="line" className="w-3/5" />
          <Skeleton shape="line" className="w-44" />
        </div>
      ))}
    </Loading>
  )
}
