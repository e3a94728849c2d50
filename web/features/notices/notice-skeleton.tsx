import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ROW } from './notice-row.tsx'

const WIDTHS = ['w-4/5', 'w-3/5', 'w-2/3']

/** The shape of the list that comes. */
export function NoticeSkeleton() {
  return (
    <Loading className="block">
      {WIDTHS.map((width) => (
        <div key={width} className={ROW}>
          <Skeleton shape="circle" className="size-11" />
          <div className="flex flex-col gap-3 pt-1.5">
            <Skeleton shape="line" className="w-24" />
            <Skeleton shape="line" className={width} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
