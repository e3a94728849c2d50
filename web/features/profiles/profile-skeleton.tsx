import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { HEAD } from './profile-head.tsx'

export function ProfileSkeleton() {
  return (
    <Loading>
      <div className={HEAD}>
        <Skeleton shape="arch" className="[--a:.851] [--r:16px]" />
        <div>
          <Skeleton shape="line" className="h-8 w-4/5" />
          <Skeleton shape="line" className="mt-3 w-1/2" />
        </div>
      </div>
      <div className="mt-6 flex flex-col gap-3">
        <Skeleton shape="line" />
        <Skeleton shape="line" className="w-3/5" />
        <Skeleton shape="box" className="mt-3 h-12 rounded-pill" />
      </div>
    </Loading>
  )
}
