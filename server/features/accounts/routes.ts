import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { emailKey } from '#server/emails.ts'
import { giveBackRate, limitRate } from '#server/http/limit.ts'
import type { Serve } from '#server/http/route.ts'
import { deleteSession } from '#server/store/sessions.ts'
import { presentUser, signIn, signUp, updateUser } from './actions.ts'
import { requestDeletion } from './deletion.ts'
import { provePassword } from './present-password.ts'
import { confirmPasswordReset } from './reset-password.ts'

export function accountRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.sign_up)(async ({ body, caller }) => {
    await limitRate(ctx, 'sign_up', { ip: caller.ip })
    // Who names no language has chosen none: the next device they sign in on goes by its own.
    return await signUp(ctx, { ...body.user, locale: caller.asked_locale ?? null })
  })

  serve(endpoints.sign_in)(async ({ body, caller, answer }) => {
    const counted = { ip: caller.ip, email: emailKey(body.user.email) }
    await limitRate(ctx, 'sign_in', counted)
    const { user, token } = await signIn(ctx, { ...body.user, user_agent: caller.user_agent, locale: caller.locale })
    // Guesses are limited, not people who know their password.
    await giveBackRate(ctx, 'sign_in', counted)
    answer.header('authorization', token)
    return user
  })

  serve(endpoints.sign_out)(async ({ viewer }) => {
    await deleteSession(ctx.db, viewer.session_id)
    ctx.live.publish({ kind: 'session_ended', session_id: viewer.session_id })
    return {}
  })

  serve(endpoints.request_password_reset)(async ({ body, caller }) => {
    const { email } = body.user
    await limitRate(ctx, 'password_reset', { ip: caller.ip, email: emailKey(email) })
    // The job looks the address up, so known and unknown ones cost the same here.
    await ctx.jobs.send('send_password_reset', { email, locale: caller.locale })
    return {}
  })

  serve(endpoints.confirm_password_reset)(async ({ body, caller }) => {
    await limitRate(ctx, 'password_reset_confirm', { ip: caller.ip })
    const { reset_password_token: token, password, password_confirmation } = body.user
    await confirmPasswordReset(ctx, { token, password, password_confirmation })
    return {}
  })

  serve(endpoints.get_user)(async ({ viewer }) => presentUser(ctx, viewer))

  serve(endpoints.update_user)(async ({ body, viewer }) => {
    if (body.username !== undefined) await limitRate(ctx, 'rename', { user_id: viewer.id })
    return await updateUser(ctx, viewer, body)
  })

  serve(endpoints.request_deletion)(async ({ body, viewer, caller }) => {
    const present_hash = await provePassword(ctx, { viewer, ip: caller.ip }, body.current_password)
    // Logging in takes it back, so that it can be asked for again, and each time is told by mail.
    await limitRate(ctx, 'deletion', { user_id: viewer.id })
    const erased_at = await requestDeletion(ctx, viewer, present_hash)
    return { erased_at: erased_at.toISOString() }
  })
}
