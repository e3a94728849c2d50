import type { ReactNode } from 'react'

/** The creator is to the left of the pictures, or above them in narrow windows. */
export function ProfileColumns({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-content flex-1 content-start gap-x-14 gap-y-7 px-4 pt-6 pb-20 md:px-8 md:pt-11 lg:grid-cols-[320px_minmax(0,1fr)]">
      {head}
      <div className="min-w-0">{children}</div>
    </div>
  )
}
