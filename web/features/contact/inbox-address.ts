import { CONTACT_STATES, type ContactState } from '#contract/contact.ts'
import { useFilterAddress } from '#web/lib/filter-address.ts'

/** The choices of the filter. Without one of them in the URL, the open messages are listed. */
export const INBOX_STATES = [...CONTACT_STATES, 'all'] as const

export interface InboxFilter {
  state: ContactState | 'all'
  search: string
}

export function useInboxAddress() {
  const { filter, change } = useFilterAddress({ filterIn, queryOf })
  return {
    filter,
    chooseState: (state: string) => change({ state: stateIn(state) }),
    /** Replaces the history entry, so that Back does not step through each letter. */
    writeSearch: (search: string) => change({ search }, { replace: true }),
  }
}

export function filterIn(query: string): InboxFilter {
  const parameters = new URLSearchParams(query)
  return { state: stateIn(parameters.get('state')), search: parameters.get('q') ?? '' }
}

function stateIn(word: string | null): InboxFilter['state'] {
  return INBOX_STATES.find((state) => state === word) ?? 'open'
}

export function queryOf({ state, search }: InboxFilter): string {
  const parameters = new URLSearchParams({ ...(state !== 'open' && { state }), ...(search !== '' && { q: search }) })
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** The parameters of the call, without empty ones. */
export function parametersOf({ state, search }: InboxFilter) {
  return { ...(state !== 'all' && { state }), ...(search !== '' && { q: search }) }
}
