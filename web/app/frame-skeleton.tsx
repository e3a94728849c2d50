import { Logo } from '#web/ui/logo.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of the member's area, while it is found out who is there. */
export function FrameSkeleton() {
  return (
    <>
      <div className="flex h-15 items-center border-b border-line pl-5 md:h-18 md:px-6 lg:px-10">
        <Logo />
      </div>
      <main className="mx-auto max-w-content px-4 py-7 md:px-8">
        <Loading>
          <div className="flex gap-3 overflow-hidden md:gap-4.5">
            {['a', 'b', 'c', 'd', 'e'].map((key) => (
              <Skeleton key={key} shape="arch" className="w-20 flex-none [--a:.768] md:w-23" />
            ))}
          </div>
          <div className="mt-11 grid gap-6 md:grid-cols-[minmax(0,620px)_1fr] md:gap-11">
            <Skeleton shape="box" className="aspect-5/6" />
            <div className="flex flex-col gap-3">
              <Skeleton shape="circle" className="size-11.5" />
              <Skeleton shape="line" className="mt-4" />
              <Skeleton shape="line" />
              <Skeleton shape="line" className="w-3/5" />
            </div>
          </div>
        </Loading>
      </main>
    </>
  )
}
