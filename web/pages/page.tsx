import type { ReactNode } from 'react'
import { usePageTitle } from '#web/lib/page-title.ts'

interface PageProps {
  title: string
  /** The title of the browser tab, if it differs from the title. */
  tabTitle?: string
  /** For pages that share one title. */
  isTitleSmall?: boolean
  /** A note to the right of the title, or below it where there is no room. */
  beside?: ReactNode
  /** Only screen readers get the title. */
  isTitleHidden?: boolean
  /** The page renders its own `h1` further down. */
  isTitleBelow?: boolean
  children: ReactNode
}

/** Layout of a page: document title, heading, and the content in the shared column. */
export function Page(props: PageProps) {
  const { title, tabTitle = title, isTitleSmall, beside, isTitleHidden, isTitleBelow, children } = props
  usePageTitle(tabTitle)
  const size = isTitleSmall ? 'd-l text-[clamp(2.125rem,11vw,2.75rem)]' : 'd-l'
  return (
    <div className="mx-auto w-full max-w-content flex-1 px-4 py-7 md:px-8 md:py-12">
      {beside ? (
        <div className="mb-7 flex flex-wrap items-center justify-between gap-2.5 md:mb-10 md:gap-x-6">
          <h1 className={size}>{title}</h1>
          {beside}
        </div>
      ) : (
        !isTitleBelow && <h1 className={isTitleHidden ? 'sr-only' : `${size} mb-7 md:mb-10`}>{title}</h1>
      )}
      {children}
    </div>
  )
}
