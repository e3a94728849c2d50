import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { verifyCurrentPassword } from '#server/domain/current-password.ts'
import { emailKey } from '#server/emails.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { isWithinRate, limitRate, network } from '#server/limits/rate-limits.ts'
import { publishSessionsEnded } from '#server/live/live.ts'
import { deleteSession } from '#server/store/sessions.ts'
import { signIn, signUp, updateUser } from './actions.ts'
import { requestEmailChange, undoEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail, resendConfirmation } from './confirm-email.ts'
import { accountJobs } from './jobs.ts'
import { deviceCookie, findKnownDevice } from './known-device.ts'
import { presentUser } from './present-user.ts'
import { confirmPasswordReset } from './reset-password.ts'
import { serveSecondSteps } from './second-step-routes.ts'
import { limitSignIn } from './sign-in-limits.ts'

export const accounts: Feature = { routes: accountRoutes, jobs: accountJobs }

function accountRoutes(serve: Serve, ctx: Context): void {
  serveSecondSteps(serve, ctx)

  serve(endpoints.sign_up, { limit: 'sign_up' })(async ({ body, caller }) => {
    const asker = { key: network(caller.ip) }
    // Without an explicit language none is stored, and each device uses its own.
    const locales = { locale: caller.asked_locale ?? null, page_locale: caller.locale }
    return await signUp(ctx, { ...body.user, ...locales, asker })
  })

  serve(endpoints.sign_in, {
    limit: {
      counted_in_action: [
        'sign_in',
        'sign_in_account',
        'sign_in_success_burst',
        'sign_in_success',
        'second_step_asked',
        'second_step_asked_burst',
      ],
      because: 'Only wrong passwords are counted, and a known device has counters of its own.',
    },
  })(async ({ body, caller, answer }) => {
    const { ip, cookie, user_agent, locale } = caller
    const device_id = await findKnownDevice(ctx, { cookie, email: body.user.email })
    const email_key = emailKey(body.user.email)
    const asker = device_id === undefined ? { key: network(ip) } : { key: email_key, is_trusted: true }
    const { user, token } = await limitSignIn(ctx, { ip, email_key, device_id }, () =>
      signIn(ctx, { ...body.user, user_agent, locale, cookie, device_id, asker }),
    )
    answer.header('authorization', token)
    answer.header('set-cookie', deviceCookie(ctx, user.id, cookie))
    return user
  })

  serve(endpoints.sign_out)(async ({ viewer }) => {
    await deleteSession(ctx.db, viewer.session_id)
    publishSessionsEnded(ctx, { user_id: viewer.id, session_ids: [viewer.session_id] })
    return {}
  })

  serve(endpoints.request_password_reset, {
    limit: {
      counted_in_action: ['password_reset', 'password_reset_queued'],
      because: 'A known device has a counter of its own, and nobody is refused for what others asked for an address.',
    },
  })(async ({ body, caller }) => {
    const { email } = body.user
    const device_id = await findKnownDevice(ctx, { cookie: caller.cookie, email })
    await limitRate(ctx, 'password_reset', device_id === undefined ? { ip: caller.ip } : { device_id })
    // The job looks up the address, so known and unknown addresses cost the same here, and it limits the mails
    // (decision 35). A request over this limit is not refused, because others may have used it up; it is just not
    // queued.
    if (await isWithinRate(ctx, 'password_reset_queued', { email: emailKey(email) }))
      await ctx.jobs.send('send_password_reset', { email, locale: caller.locale })
    return {}
  })

  serve(endpoints.confirm_password_reset, {
    limit: {
      counted_in_action: ['password_reset_confirm'],
      because: 'A valid link is counted for its account, an invalid one for the address it came from.',
    },
  })(async ({ body, caller, answer }) => {
    const { reset_password_token: token, password, password_confirmation } = body.user
    const { ip, locale, cookie } = caller
    const user_id = await confirmPasswordReset(ctx, { token, password, password_confirmation, ip, locale })
    // The owner of the mailbox may sign in from this browser, however many strangers guess at the same time.
    answer.header('set-cookie', deviceCookie(ctx, user_id, cookie))
    return {}
  })

  serve(endpoints.get_user)(async ({ viewer }) => presentUser(ctx, viewer))

  serve(endpoints.update_user, {
    limit: {
      counted_in_action: ['rename_attempt', 'rename'],
      because: 'Only a new username is counted, and uncounted if it is refused.',
    },
  })(async ({ body, viewer }) => {
    if (body.username !== undefined) await limitRate(ctx, 'rename_attempt', { user_id: viewer.id })
    return await updateUser(ctx, viewer, body)
  })

  serve(endpoints.change_password, {
    limit: {
      counted_in_action: ['current_password_guess', 'password_change'],
      because: 'The current password is checked first.',
    },
  })(async ({ viewer, caller, body }) => {
    const { current_password, ...passwords } = body
    const current_hash = await verifyCurrentPassword(ctx, viewer, current_password)
    await changePassword(ctx, viewer, { ...passwords, current_hash, locale: caller.locale })
    return {}
  })

  serve(endpoints.change_email, {
    limit: {
      counted_in_action: ['current_password_guess', 'email_change'],
      because: 'The current password is checked first.',
    },
  })(async ({ viewer, caller, body }) => {
    const current_hash = await verifyCurrentPassword(ctx, viewer, body.current_password)
    // The new address is counted too, so that many accounts cannot fill one mailbox.
    await limitRate(ctx, 'email_change', { ip: caller.ip, user_id: viewer.id, email: emailKey(body.email) })
    await requestEmailChange(ctx, viewer, { current_hash, email: body.email, locale: caller.locale })
    return {}
  })

  serve(endpoints.confirm_email, { limit: 'email_link' })(async ({ body, caller }) => {
    await confirmEmail(ctx, { token: body.token, locale: caller.locale })
    return {}
  })

  serve(endpoints.resend_confirmation, { limit: 'confirmation_mail' })(async ({ viewer, caller }) => {
    await resendConfirmation(ctx, viewer, caller.locale)
    return {}
  })

  serve(endpoints.undo_email, { limit: 'email_link' })(async ({ body, caller }) => {
    await undoEmailChange(ctx, { token: body.token, locale: caller.locale })
    return {}
  })
}
