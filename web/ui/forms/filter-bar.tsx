import type { ReactNode } from 'react'
import { SearchField, type SearchFieldProps } from './search-field.tsx'

export interface FilterBarProps extends SearchFieldProps {
  /** False while the list that is shown cannot be searched. */
  isSearchable?: boolean
  children: ReactNode
}

/** The search of a list, and its other filters as children: on phones below the search, otherwise on the same line. */
export function FilterBar({ children, isSearchable = true, ...search }: FilterBarProps) {
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      {isSearchable && <SearchField {...search} />}
      <div className="flex w-full min-w-0 flex-wrap items-end gap-3 md:w-auto md:flex-2 md:flex-nowrap md:justify-end">
        {children}
      </div>
    </div>
  )
}
