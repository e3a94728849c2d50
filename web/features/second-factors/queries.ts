import { useQuery, useQueryClient } from '@tanstack/react-query'
import { second_factors } from '#contract/second-factors.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { makePasskey } from '#web/lib/passkeys.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

export function useFactorsQuery() {
  return useQuery({
    queryKey: queryKeys.second_factors,
    queryFn: ({ signal }) => call(second_factors.get_second_factors, undefined, { signal }),
  })
}

/** What somebody does to their locks. The password is missing right after a sign-in. */
export type Change = { current_password?: string } & (
  | { kind: 'add_passkey'; name: string }
  | { kind: 'rename'; id: string; name: string }
  | { kind: 'remove'; id: string }
  | { kind: 'unlink_app' }
  | { kind: 'make_codes' }
)

interface Changed {
  /** False if the person has closed the window of the browser. */
  isDone: boolean
  /** To show, once. */
  codes: string[] | null
}

/** Changes the locks. What hangs on them is fetched anew: also the user, whose staff door may have opened or shut. */
export function useChangeMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: change,
    onSuccess: async ({ isDone, codes }, { kind }) => {
      if (!isDone) return
      // New codes are shown in a dialog, which says enough; on a phone a toast would cover its buttons.
      if (!codes) toast({ type: 'success', message: t(`second_factors.toasts.${kind}`) })
      await refetchLocks(client)
    },
  })
}

async function refetchLocks(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await client.invalidateQueries({ queryKey: queryKeys.second_factors })
  await client.invalidateQueries({ queryKey: queryKeys.user })
}

async function change(input: Change): Promise<Changed> {
  const body = input.current_password === undefined ? {} : { current_password: input.current_password }
  switch (input.kind) {
    case 'add_passkey': {
      const answer = await makePasskey(await call(second_factors.start_passkey, { body }))
      if (!answer) return { isDone: false, codes: null }
      const { recovery_codes } = await call(second_factors.add_passkey, { body: { name: input.name, answer } })
      return { isDone: true, codes: recovery_codes }
    }
    case 'rename':
      await call(second_factors.rename_passkey, { params: { id: input.id }, body: { name: input.name } })
      return { isDone: true, codes: null }
    case 'remove':
      await call(second_factors.remove_passkey, { params: { id: input.id }, body })
      return { isDone: true, codes: null }
    case 'unlink_app':
      await call(second_factors.remove_app, { body })
      return { isDone: true, codes: null }
    case 'make_codes':
      return { isDone: true, codes: (await call(second_factors.make_recovery_codes, { body })).recovery_codes }
  }
}

export function useStartAppMutation() {
  return useSingleMutation({
    mutationFn: (body: { current_password?: string }) => call(second_factors.start_app, { body }),
  })
}

export function useConfirmAppMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (code: string) => call(second_factors.confirm_app, { body: { code } }),
    onSuccess: async ({ recovery_codes }) => {
      if (!recovery_codes) toast({ type: 'success', message: t('second_factors.toasts.link_app') })
      await refetchLocks(client)
    },
  })
}

/** Infinite query: those who wait, the oldest first. */
export function useRecoveriesQuery() {
  const query = usePagedQuery({
    queryKey: queryKeys.factor_recoveries,
    fetchRows: (start, options) => call(second_factors.list_factor_recoveries, { query: start }, options),
    about: () => ({}),
  })
  return { ...query, rows: rowsOf(query.data) }
}

export function useDecideRecoveryMutation() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ id, approve }: { id: string; approve: boolean }) =>
      call(second_factors.decide_factor_recovery, { params: { id }, body: { approve } }),
    onSuccess: (_, { approve }) =>
      toast({ type: 'success', message: t(`second_factors.desk.${approve ? 'approved' : 'refused'}`) }),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.factor_recoveries }),
  })
}

export function useStopRecoveryMutation() {
  return useSingleMutation({
    mutationFn: (token: string) => call(second_factors.stop_factor_recovery, { body: { token } }),
  })
}
