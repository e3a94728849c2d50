import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { authenticationOptions } from '#server/domain/second-factors/passkeys.ts'
import { secondStepOver } from '#server/domain/second-factors/tickets.ts'
import type { Serve } from '#server/http/route.ts'
import { hashSecret } from '#server/store/ids.ts'
import { findTicket } from '#server/store/second-factors/tickets.ts'
import { deviceCookie, findKnownDevice } from './known-device.ts'
import { signInWithPasskey, takeSecondStep } from './second-step.ts'

/** What ends a sign-in with a second factor, and what begins and ends one with a passkey. */
export function serveSecondSteps(serve: Serve, ctx: Context): void {
  serve(endpoints.second_step, {
    limit: {
      counted_in_action: ['second_step', 'second_step_account'],
      because: 'The account is that of the ticket, and a known device has a counter of its own.',
    },
  })(async ({ body, caller, answer }) => {
    const { ip, cookie, user_agent, host, origin, locale } = caller
    const asker = { ip, cookie, user_agent, host, origin, locale }
    const findDevice = (email: string) => findKnownDevice(ctx, { cookie, email })
    const { user, token, trust_cookie } = await takeSecondStep(ctx, body, asker, findDevice)
    answer.header('authorization', token)
    answer.header('set-cookie', deviceCookie(ctx, user.id, cookie))
    if (trust_cookie) answer.header('set-cookie', trust_cookie)
    return user
  })

  serve(endpoints.start_passkey_step, { limit: 'passkey_options' })(async ({ body, caller }) => {
    const ticket = await findTicket(ctx.db, hashSecret(body.ticket), ctx.now())
    if (!ticket) throw secondStepOver()
    return await authenticationOptions(ctx, caller, `second_step ${body.ticket}`, ticket.user_id)
  })

  serve(endpoints.start_passkey_sign_in, { limit: 'passkey_options' })(async ({ caller }) => {
    return await authenticationOptions(ctx, caller, 'sign_in')
  })

  serve(endpoints.sign_in_with_passkey, {
    limit: {
      counted_in_action: ['passkey_sign_in', 'passkey_success'],
      because: 'The account is known once the signature was checked.',
    },
  })(async ({ body, caller, answer }) => {
    const { ip, cookie, user_agent, host, origin, locale } = caller
    const { user, token } = await signInWithPasskey(ctx, body.answer, { ip, cookie, user_agent, host, origin, locale })
    answer.header('authorization', token)
    answer.header('set-cookie', deviceCookie(ctx, user.id, cookie))
    return user
  })
}
