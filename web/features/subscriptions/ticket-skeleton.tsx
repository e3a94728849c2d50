import { Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of a ticket that comes. */
export function TicketSkeleton() {
  return (
    <div className="pass">
      <div className="pass-paper">
        <Skeleton shape="box" className="pass-picture rounded-none!" />
        <div className="pass-body gap-2.5">
          <Skeleton shape="line" className="h-4 w-3/5" />
          <Skeleton shape="line" className="w-2/5" />
        </div>
        <div className="pass-stub gap-2">
          <Skeleton shape="line" className="h-7 w-9" />
          <Skeleton shape="line" className="w-14" />
        </div>
      </div>
    </div>
  )
}
