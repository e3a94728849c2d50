import { NEWSLETTER_STATES, type NewsletterState } from '#contract/newsletter.ts'
import { useFilterAddress } from '#web/lib/filter-address.ts'

export interface ListFilter {
  /** Null lists all addresses. */
  state: NewsletterState | null
  search: string
}

export function useListAddress() {
  const { filter, change } = useFilterAddress({ filterIn, queryOf })
  return {
    filter,
    chooseState: (state: string) => change({ state: stateIn(state) }),
    /** Replaces the history entry, so that Back does not step through each letter. */
    writeSearch: (search: string) => change({ search }, { replace: true }),
  }
}

export function filterIn(query: string): ListFilter {
  const parameters = new URLSearchParams(query)
  return { state: stateIn(parameters.get('state')), search: parameters.get('q') ?? '' }
}

function stateIn(word: string | null): NewsletterState | null {
  return NEWSLETTER_STATES.find((state) => state === word) ?? null
}

export function queryOf(filter: ListFilter): string {
  const parameters = new URLSearchParams(parametersOf(filter))
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** The parameters of the call, without empty ones. */
export function parametersOf({ state, search }: ListFilter) {
  return { ...(state && { state }), ...(search !== '' && { q: search }) }
}
