import { useQueryClient } from '@tanstack/react-query'
import type { Role } from '#contract/accounts.ts'
import { staff } from '#contract/staff.ts'
import { call } from '#web/lib/api.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

interface RoleChange {
  /** Undefined if only the name is known. */
  id?: string
  username: string
  role: Role | null
}

interface RoleOptions {
  /** The text of the success toast. */
  words: (change: RoleChange) => string
  onError: (error: Error) => void
}

/** Nobody has this username. */
export class UnknownMember extends Error {}

/** Gives a role or takes it away, and refetches the lists that show it. */
export function useSetRoleMutation({ words, onError }: RoleOptions) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async ({ id, username, role }: RoleChange) =>
      await call(staff.set_role, { params: { id: id ?? (await findId(username)) }, body: { role } }),
    onSuccess: (_, change) => {
      toast({ type: 'success', message: words(change) })
      for (const queryKey of [staffKeys.roles, staffKeys.users, staffKeys.audit])
        void client.invalidateQueries({ queryKey })
    },
    onError,
  })
}

/** The id of the user with exactly this name. */
async function findId(username: string): Promise<string> {
  const wanted = username.toLowerCase()
  const users = await call(staff.list_users, { query: { search: wanted } })
  const found = users.find((user) => user.username.toLowerCase() === wanted || user.email.toLowerCase() === wanted)
  if (!found) throw new UnknownMember()
  return found.id
}
