import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface FilterQuery<Filter> {
  filterIn: (query: string) => Filter
  queryOf: (filter: Filter) => string
}

/** Keeps the filter of a list in the URL, so that it can be shared and Back restores the last one. */
export function useFilterAddress<Filter extends object>({ filterIn, queryOf }: FilterQuery<Filter>) {
  const { search: query, key } = useLocation()
  const navigate = useNavigate()
  /**
   * The query of the last navigation, which the router renders later. A second change before that starts from here,
   * not from the rendered URL: otherwise it would undo the first one.
   */
  const wanted = useRef(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation can end at the same query
  useEffect(() => {
    wanted.current = query
  }, [query, key])

  return {
    filter: filterIn(query),
    change: (part: Partial<Filter>, options?: { replace: boolean }) => {
      wanted.current = queryOf({ ...filterIn(wanted.current), ...part })
      void navigate({ search: wanted.current }, options)
    },
  }
}
