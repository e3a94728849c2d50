import type { QueryClient } from '@tanstack/react-query'
import type { SignedIn } from '#contract/accounts.ts'
import { second_factors } from '#contract/second-factors.ts'
import { call } from '#web/lib/api.ts'
import { signPasskey } from '#web/lib/passkeys.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { clearToken } from '#web/lib/session.ts'

/** Undefined if the person has closed the window of the browser. */
export async function signInWithPasskey(client: QueryClient): Promise<SignedIn | undefined> {
  clearToken()
  const answer = await signPasskey(await call(second_factors.start_passkey_sign_in))
  if (!answer) return undefined
  return await call(
    second_factors.sign_in_with_passkey,
    { body: { answer } },
    { beforeToken: (user) => client.setQueryData(queryKeys.user, user) },
  )
}
