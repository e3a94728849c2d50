import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const BARS = ['h-1/4', 'h-2/5', 'h-1/3', 'h-1/2', 'h-2/3', 'h-4/5']
const LINES = ['paid', 'vat', 'price', 'platform', 'banking', 'keep']
const PANEL = 'rounded-card border border-line bg-surface p-5.5 md:px-7 md:py-6.5'

/** The shape of what comes. */
export function RevenuesSkeleton() {
  return (
    <Loading className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_424px] lg:gap-6">
      <div className={PANEL}>
        <Skeleton shape="line" className="w-2/5" />
        <Skeleton shape="box" className="mt-3 h-12 w-3/5" />
        <div className="mt-6 flex h-42.5 items-end gap-2 border-b border-line md:h-62.5 md:gap-3.5">
          {BARS.map((height) => (
            <div key={height} className="flex h-full flex-1 items-end justify-center">
              <div className={`skeleton w-full max-w-14 rounded-t-pill ${height}`} />
            </div>
          ))}
        </div>
      </div>
      <div className={PANEL}>
        <Skeleton shape="box" className="mb-6 h-12.5 w-full" />
        {LINES.map((line) => (
          <div key={line} className="flex justify-between gap-5 border-t border-dashed border-line py-4">
            <Skeleton shape="line" className="w-2/5" />
            <Skeleton shape="line" className="w-1/5" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
