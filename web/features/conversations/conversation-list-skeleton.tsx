import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ROW } from './conversation-list-row.tsx'

const WIDTHS = ['w-3/5', 'w-4/5', 'w-2/5', 'w-3/4', 'w-1/2', 'w-2/3']

/** The shape of the list that comes. */
export function ConversationListSkeleton() {
  return (
    <Loading className="block py-2">
      {WIDTHS.map((width) => (
        <div key={width} className={ROW}>
          <Skeleton shape="circle" className="size-13" />
          <div className="flex flex-col gap-2.5">
            <Skeleton shape="line" className="w-2/5" />
            <Skeleton shape="line" className={width} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
