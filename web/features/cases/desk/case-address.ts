import { CASE_AGES, CASE_KINDS, CASE_TAKERS, type CaseKind, SEVERITIES, type Severity } from '#contract/cases.ts'
import { useFilterAddress } from '#web/lib/filter-address.ts'

type Age = (typeof CASE_AGES)[number]
type Taker = (typeof CASE_TAKERS)[number]

/** A chip above the list. */
export type CaseList = CaseKind | 'all' | 'appeals'

export interface CaseFilter {
  list: CaseList
  severity: Severity | null
  age: Age | null
  taker: Taker
}

export function useCaseAddress() {
  const { filter, change } = useFilterAddress({ filterIn, queryOf })
  return {
    filter,
    chooseList: (list: CaseList) => change({ list }),
    chooseSeverity: (word: string) => change({ severity: known(SEVERITIES, word) }),
    chooseAge: (word: string) => change({ age: known(CASE_AGES, word) }),
    chooseTaker: (word: string) => change({ taker: known(CASE_TAKERS, word) ?? 'anybody' }),
  }
}

export function filterIn(query: string): CaseFilter {
  const parameters = new URLSearchParams(query)
  const isAppeals = parameters.get('state') === 'appealed'
  return {
    list: isAppeals ? 'appeals' : (known(CASE_KINDS, parameters.get('kind')) ?? 'all'),
    severity: known(SEVERITIES, parameters.get('severity')),
    age: known(CASE_AGES, parameters.get('age')),
    taker: known(CASE_TAKERS, parameters.get('with')) ?? 'anybody',
  }
}

function known<Word extends string>(words: readonly Word[], word: string | null): Word | null {
  return words.find((each) => each === word) ?? null
}

export function queryOf(filter: CaseFilter): string {
  const { state, ...rest } = parametersOf(filter)
  // Everything that waits, and the open ones of a kind, are the usual lists.
  const parameters = new URLSearchParams({ ...(state === 'appealed' && { state }), ...rest })
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** The parameters of the call. Complaints are in the list of all, and have one of their own. */
export function parametersOf({ list, severity, age, taker }: CaseFilter) {
  const state = list === 'all' ? 'waiting' : list === 'appeals' ? 'appealed' : 'open'
  return {
    state,
    ...(list !== 'all' && list !== 'appeals' && { kind: list }),
    ...(severity && { severity }),
    ...(age && { age }),
    ...(taker !== 'anybody' && { with: taker }),
  } as const
}
