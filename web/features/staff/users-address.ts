import { USER_KINDS } from '#contract/staff.ts'
import { useFilterAddress } from '#web/lib/filter-address.ts'

export type UserKind = (typeof USER_KINDS)[number]

export interface UserFilter {
  /** Null lists all users. */
  kind: UserKind | null
  search: string
  /** Only those who wish to become creators. */
  wish: boolean
}

export function useUsersAddress() {
  const { filter, change } = useFilterAddress({ filterIn, queryOf })
  return {
    filter,
    chooseKind: (kind: UserKind | null) => change({ kind }),
    toggleWish: () => change({ wish: !filter.wish }),
    /** Replaces the history entry, so that Back does not step through each letter. */
    writeSearch: (search: string) => change({ search }, { replace: true }),
  }
}

export function filterIn(query: string): UserFilter {
  const parameters = new URLSearchParams(query)
  return {
    kind: USER_KINDS.find((kind) => kind === parameters.get('kind')) ?? null,
    search: parameters.get('search') ?? '',
    wish: parameters.get('wish') === 'true',
  }
}

export function queryOf({ kind, search, wish }: UserFilter): string {
  const parameters = new URLSearchParams({
    ...(kind && { kind }),
    ...(search !== '' && { search }),
    ...(wish && { wish: 'true' }),
  })
  return parameters.size > 0 ? `?${parameters}` : ''
}
