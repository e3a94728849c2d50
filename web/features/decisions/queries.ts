import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { decisions } from '#contract/decisions.ts'
import { exports } from '#contract/exports.ts'
import { call } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'

/** The token in the address of the page. */
export function useDecisionToken(): string {
  return useParams<{ token: string }>().token ?? ''
}

/** The statement of reasons. The server writes it in the language of the page. */
export function useStatementQuery() {
  const token = useDecisionToken()
  const { language } = useTranslation()
  return useQuery({
    queryKey: [...queryKeys.decisions, token, language],
    queryFn: ({ signal }) => call(decisions.get_statement, { params: { token } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Sends the appeal. The statement is loaded again also after a refusal, because somebody may have answered elsewhere. */
export function useAppealMutation() {
  const token = useDecisionToken()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (text: string) => call(decisions.appeal, { params: { token }, body: { text } }),
    onSettled: () => client.invalidateQueries({ queryKey: [...queryKeys.decisions, token] }),
  })
}

export function useFrozenExportMutation() {
  const token = useDecisionToken()
  return useSingleMutation({ mutationFn: () => call(exports.request_frozen_export, { params: { token } }) })
}
