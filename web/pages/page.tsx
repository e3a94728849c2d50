import type { ReactNode } from 'react'
import { usePageTitle } from '#web/lib/page-title.ts'

interface PageProps {
  title: string
  /** What the browser's tab says, where that is more than the title. */
  tabTitle?: string
  /** Where a page is one of several under one title. */
  isTitleSmall?: boolean
  /** A few words about the whole page, at the right of its title; under it on phones. */
  beside?: ReactNode
  /** The title is only spoken where the page shows at a glance what it is. */
  isTitleHidden?: boolean
  /** The title stands further down, in what the page shows. */
  isTitleBelow?: boolean
  children: ReactNode
}

/** A page of the app: its title in the tab and at the top, and its content in the column all pages share. */
export function Page(props: PageProps) {
  const { title, tabTitle = title, isTitleSmall, beside, isTitleHidden, isTitleBelow, children } = props
  usePageTitle(tabTitle)
  const size = isTitleSmall ? 'd-l text-[clamp(2.125rem,11vw,2.75rem)]' : 'd-l'
  return (
    <div className="mx-auto w-full max-w-content flex-1 px-4 py-7 md:px-8 md:py-12">
      {beside ? (
        <div className="mb-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 md:mb-10">
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
