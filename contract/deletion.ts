import { Type } from 'typebox'
import { CurrentPassword } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Time } from './schemas.ts'

/** The grace period of a deletion request. Signing in cancels the request. */
export const DELETION_GRACE_DAYS = 14

export const deletion = {
  request_deletion: endpoint({
    method: 'POST',
    path: '/user/deletion',
    access: 'member',
    summary: 'Delete the account in 14 days; it is hidden at once, and signing in keeps it',
    body: Type.Object({ current_password: CurrentPassword }),
    response: Type.Object({ erased_at: Time }),
  }),
}
