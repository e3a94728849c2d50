import { useLocation, useNavigate } from 'react-router'
import { USER_KINDS } from '#contract/staff.ts'

export type UserKind = (typeof USER_KINDS)[number]

export interface UserFilter {
  /** Null lists all users. */
  kind: UserKind | null
  search: string
  /** Only those who wish to become creators. */
  wish: boolean
}

/** Keeps the filter in the URL, so that it can be shared and Back restores the last one. */
export function useUsersAddress() {
  const { search: query } = useLocation()
  const navigate = useNavigate()
  const filter = filterIn(query)
  return {
    filter,
    chooseKind: (kind: UserKind | null) => void navigate({ search: queryOf({ ...filter, kind }) }),
    toggleWish: () => void navigate({ search: queryOf({ ...filter, wish: !filter.wish }) }),
    /** Replaces the history entry, so that Back does not step through each letter. */
    writeSearch: (search: string) => void navigate({ search: queryOf({ ...filter, search }) }, { replace: true }),
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
