import { useLocation, useNavigate } from 'react-router'
import { USER_KINDS } from '#contract/limits.ts'

export type UserKind = (typeof USER_KINDS)[number]

export interface UserFilter {
  /** Null is everybody. */
  kind: UserKind | null
  search: string
}

/** Which users are listed is part of the address: it can be sent to a colleague, and Back leads to the last choice. */
export function useUsersAddress() {
  const { search: query } = useLocation()
  const navigate = useNavigate()
  const filter = filterIn(query)
  return {
    filter,
    chooseKind: (kind: UserKind | null) => void navigate({ search: queryOf({ ...filter, kind }) }),
    /** Letter by letter: Back leads past them all. */
    writeSearch: (search: string) => void navigate({ search: queryOf({ ...filter, search }) }, { replace: true }),
  }
}

export function filterIn(query: string): UserFilter {
  const parameters = new URLSearchParams(query)
  return {
    kind: USER_KINDS.find((kind) => kind === parameters.get('kind')) ?? null,
    search: parameters.get('search') ?? '',
  }
}

export function queryOf({ kind, search }: UserFilter): string {
  const parameters = new URLSearchParams({ ...(kind && { kind }), ...(search !== '' && { search }) })
  return parameters.size > 0 ? `?${parameters}` : ''
}
