import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cases } from '#contract/cases.ts'
import { decisions } from '#contract/decisions.ts'
import type { Input } from '#contract/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { t } from '#web/lib/i18n/i18n.ts'
import { fetchProtected } from '#web/lib/protected-media.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { useCasesChanged } from '../desk/queries.ts'

export function useCaseQuery(id: string) {
  return useQuery({
    queryKey: [...staffKeys.cases, 'file', id],
    queryFn: ({ signal }) => call(cases.get_case, { params: { id } }, { signal }),
  })
}

export function useLegalHoldMutation(id: string) {
  const changed = useCasesChanged()
  return useSingleMutation({
    mutationFn: (legal_hold: boolean) => call(cases.set_legal_hold, { params: { id }, body: { legal_hold } }),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
    onSettled: changed,
  })
}

/** Opens the sealed copy. Nothing of it is cached. */
/** Of a post with several pictures, one of them, from 1 on. */
export function useOpenEvidenceMutation(id: string, picture: number, onOpened: (bytes: Blob) => void) {
  return useSingleMutation({
    mutationFn: () => fetchProtected(`/admin/cases/${id}/evidence?picture=${picture}`, new AbortController().signal),
    onSuccess: onOpened,
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

export type CaseDecision = Input<typeof decisions.decide_case>['body']

export function useDecideCaseMutation(id: string, number: string, onDone: () => void) {
  const changed = useCasesChanged()
  return useSingleMutation({
    mutationFn: (body: CaseDecision) => call(decisions.decide_case, { params: { id }, body }),
    onSuccess: async ({ state }) => {
      await changed()
      toast({
        type: 'success',
        message: state === 'proposed' ? t('cases.decide.proposed_toast') : t('cases.decide.decided', { number }),
      })
      onDone()
    },
  })
}

type AppealDecision = Input<typeof decisions.decide_appeal>['body']

export function useDecideAppealMutation(decision_id: string, onDone: () => void) {
  const changed = useCasesChanged()
  return useSingleMutation({
    mutationFn: (body: AppealDecision) => call(decisions.decide_appeal, { params: { id: decision_id }, body }),
    onSuccess: async () => {
      await changed()
      toast({ type: 'success', message: t('cases.decide.answered') })
      onDone()
    },
  })
}

export type StatementDraft = Input<typeof decisions.preview_statement>['body']

const DEBOUNCE_MS = 400

/** The letter as the subject would read it, in both languages. The former one stays visible while a new one is loading. */
export function useStatementQuery(id: string, draft: StatementDraft | null) {
  const settled = useDebounced(draft)
  return useQuery({
    queryKey: [...staffKeys.cases, 'statement', id, settled],
    queryFn: async ({ signal }) =>
      settled && (await call(decisions.preview_statement, { params: { id }, body: settled }, { signal })),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Debounces a value that is compared by its content. */
function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
