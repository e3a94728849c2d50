import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { authenticationOptions } from '#server/domain/second-factors/passkeys.ts'
import { findLiveTicket } from '#server/domain/second-factors/tickets.ts'
import type { Serve } from '#server/http/route.ts'
import { deviceCookie } from './known-device.ts'
import { signInWithPasskey, takeSecondStep } from './second-step.ts'

/** What ends a sign-in with a second factor, and what begins and ends one with a passkey. */
export function serveSecondSteps(serve: Serve, ctx: Context): void {
  serve(endpoints.second_step, {
    limit: {
      counted_in_action: ['second_step'],
      because: 'The account is that of the ticket, and a known device has a counter of its own.',
    },
  })(async ({ body, caller, answer }) => {
    const { ip, cookie, user_agent, host, origin, locale } = caller
    const asker = { ip, cookie, user_agent, host, origin, locale }
    const { user, token, trust_cookie } = await takeSecondStep(ctx, body, asker)
    answer.header('authorization', token)
    answer.header('set-cookie', deviceCookie(ctx, user.id, cookie))
    if (trust_cookie) answer.header('set-cookie', trust_cookie)
    return user
  })

  serve(endpoints.start_passkey_step, { limit: 'passkey_options' })(async ({ body, caller }) => {
    const { user_id } = await findLiveTicket(ctx, body.ticket)
    return await authenticationOptions(ctx, caller, `second_step ${body.ticket}`, user_id)
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
