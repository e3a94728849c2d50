import { notices } from '#contract/notices.ts'
import { call } from '#web/lib/api.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'

/** Ends the mails that the token of a link names. */
export function useLeaveMailsMutation() {
  return useSingleMutation({ mutationFn: (token: string) => call(notices.leave_notice_mails, { query: { token } }) })
}

/** Takes that back. */
export function useReturnMailsMutation() {
  return useSingleMutation({ mutationFn: (token: string) => call(notices.return_notice_mails, { query: { token } }) })
}
