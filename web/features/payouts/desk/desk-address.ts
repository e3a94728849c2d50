import { useFilterAddress } from '#web/lib/filter-address.ts'

/** The lists of the payouts page in the Admin Panel, the first by default. */
export const DESK_LISTS = ['batches', 'asked', 'failed', 'all'] as const
export type DeskList = (typeof DESK_LISTS)[number]

export interface DeskFilter {
  list: DeskList
  /** The username of a creator. Batches have none. */
  search: string
}

export function useDeskAddress() {
  const { filter, change } = useFilterAddress({ filterIn, queryOf })
  return {
    filter,
    chooseList: (list: string) => change({ list: listIn(list) }),
    /** Replaces the history entry, so that Back does not step through each letter. A name is searched among payouts. */
    writeSearch: (search: string) =>
      change({ search, ...(filter.list === 'batches' && search !== '' && { list: 'all' }) }, { replace: true }),
  }
}

export function filterIn(query: string): DeskFilter {
  const parameters = new URLSearchParams(query)
  return { list: listIn(parameters.get('list')), search: parameters.get('q') ?? '' }
}

function listIn(word: string | null): DeskList {
  return DESK_LISTS.find((list) => list === word) ?? 'batches'
}

export function queryOf({ list, search }: DeskFilter): string {
  const parameters = new URLSearchParams({ ...(list !== 'batches' && { list }), ...(search !== '' && { q: search }) })
  return parameters.size > 0 ? `?${parameters}` : ''
}
