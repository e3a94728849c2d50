import type { Locale } from '#contract/accounts.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import {
  consumeSignUpLink,
  findSignUpLink,
  requestSignUpConfirmation,
} from '#server/store/accounts/sign-up-confirmations.ts'
import { lockUser, setEmailConfirmed } from '#server/store/accounts/users.ts'
import { hashSecret } from '#server/store/ids.ts'
import { confirmEmailChange } from './change-email.ts'
import { invalidLink } from './refusals.ts'

/** Confirms an address with the link of a sign-up, or else of a change. Both lead to the same page. */
export async function confirmEmail(ctx: Context, input: { token: string; locale: Locale }): Promise<void> {
  const hash = hashSecret(input.token)
  const now = ctx.now()
  const user_id = await findSignUpLink(ctx.db, hash, now)
  if (user_id === undefined) return await confirmEmailChange(ctx, input)
  await ctx.db.begin(async (db) => {
    // The user is locked first, as in all such transactions: a concurrent change of the address deletes this link.
    await lockUser(db, user_id)
    if (!(await consumeSignUpLink(db, hash, now))) throw invalidLink()
    await setEmailConfirmed(db, user_id, now)
  })
}

/** Sends the link again. Idempotent: while a mail is due, a second request adds none. */
export async function resendConfirmation(ctx: Context, viewer: Viewer, locale: Locale): Promise<void> {
  if (viewer.email_confirmed) return
  await ctx.db.begin((db) => requestSignUpConfirmation(db, viewer.id))
  await ctx.jobs.send('send_sign_up_confirmation', { user_id: viewer.id, locale })
}
