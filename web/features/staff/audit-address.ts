import { AUDIT_ACTIONS, type AuditAction } from '#contract/staff.ts'
import { useFilterAddress } from '#web/lib/filter-address.ts'

export interface AuditFilter {
  /** A username, or the command line. Empty for everybody. */
  who: string
  /** Null lists all actions. */
  action: AuditAction | null
  search: string
}

export function useAuditAddress() {
  const { filter, change } = useFilterAddress({ filterIn, queryOf })
  return {
    filter,
    chooseWho: (who: string) => change({ who }),
    chooseAction: (action: string) => change({ action: actionIn(action) }),
    /** Replaces the history entry, so that Back does not step through each letter. */
    writeSearch: (search: string) => change({ search }, { replace: true }),
  }
}

export function filterIn(query: string): AuditFilter {
  const parameters = new URLSearchParams(query)
  return {
    who: parameters.get('who') ?? '',
    action: actionIn(parameters.get('action')),
    search: parameters.get('search') ?? '',
  }
}

function actionIn(word: string | null): AuditAction | null {
  return AUDIT_ACTIONS.find((action) => action === word) ?? null
}

export function queryOf(filter: AuditFilter): string {
  const parameters = new URLSearchParams(parametersOf(filter))
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** The parameters of the call, without empty ones. */
export function parametersOf({ who, action, search }: AuditFilter) {
  return { ...(who !== '' && { who }), ...(action && { action }), ...(search !== '' && { search }) }
}
