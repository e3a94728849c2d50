import type { ReactNode } from 'react'
import { SearchField, type SearchFieldProps } from './search-field.tsx'

/** The search of a list, and its other filters as children: on phones below the search, otherwise on the same line. */
export function FilterBar({ children, ...search }: SearchFieldProps & { children: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <SearchField {...search} />
      <div className="flex w-full min-w-0 flex-wrap items-end gap-3 md:w-auto md:flex-2 md:flex-nowrap md:justify-end">
        {children}
      </div>
    </div>
  )
}
