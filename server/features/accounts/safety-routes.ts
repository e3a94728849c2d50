import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { emailKey } from '#server/emails.ts'
import type { Feature } from '#server/feature.ts'
import { limitRate } from '#server/http/limit.ts'
import type { Serve } from '#server/http/route.ts'
import { confirmEmailChange, requestEmailChange, undoEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { provePassword } from './present-password.ts'
import { safetyJobs } from './safety-jobs.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'

/** What keeps an account its owner's: where it is signed in, its password, its address. */
export const safety: Feature = { routes: safetyRoutes, jobs: safetyJobs }

function safetyRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_sessions)(async ({ viewer, caller }) => {
    return await listSessions(ctx, viewer, caller.asked_locale ?? viewer.locale ?? caller.locale)
  })

  serve(endpoints.end_session)(async ({ viewer, params }) => {
    await endSession(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.end_other_sessions)(async ({ viewer }) => {
    await endOtherSessions(ctx, viewer)
    return {}
  })

  serve(endpoints.change_password, {
    limit: { by_hand: ['present_password', 'password_change'], because: 'The present password is checked first.' },
  })(async ({ viewer, caller, body }) => {
    const { current_password, ...passwords } = body
    const present_hash = await provePassword(ctx, viewer, current_password)
    await changePassword(ctx, viewer, { ...passwords, present_hash, locale: caller.locale })
    return {}
  })

  serve(endpoints.change_email, {
    limit: { by_hand: ['present_password', 'email_change'], because: 'The present password is checked first.' },
  })(async ({ viewer, caller, body }) => {
    const present_hash = await provePassword(ctx, viewer, body.current_password)
    // Counted by the address too, so that nobody's mailbox is filled by many.
    await limitRate(ctx, 'email_change', { ip: caller.ip, user_id: viewer.id, email: emailKey(body.email) })
    await requestEmailChange(ctx, viewer, { present_hash, email: body.email, locale: caller.locale })
    return {}
  })

  serve(endpoints.confirm_email, { limit: 'email_link' })(async ({ body, caller }) => {
    await confirmEmailChange(ctx, { token: body.token, locale: caller.locale })
    return {}
  })

  serve(endpoints.undo_email, { limit: 'email_link' })(async ({ body, caller }) => {
    await undoEmailChange(ctx, { token: body.token, locale: caller.locale })
    return {}
  })
}
