import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { registrationOptions } from '#server/domain/second-factors/passkeys.ts'
import { refuseWeakSession } from '#server/domain/second-factors/strong-session.ts'
import { notFound } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { renamePasskey } from '#server/store/second-factors/factors.ts'
import {
  addPasskey,
  linkApp,
  makeCodesAnew,
  presentPasskey,
  readFactors,
  removeApp,
  removePasskey,
  startLinking,
} from './actions.ts'
import { secondFactorJobs } from './jobs.ts'
import { proveOwner } from './prove-owner.ts'
import { decideRecovery, presentRecoveries, requestRecovery, stopWithLink } from './recovery.ts'

export const second_factors: Feature = { routes: secondFactorRoutes, jobs: secondFactorJobs }

const PROVEN_FIRST = {
  limit: {
    counted_in_action: ['current_password_guess', 'second_factor'],
    because: 'The current password is checked first, if it is asked for.',
  },
} as const

function secondFactorRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_second_factors)(async ({ viewer }) => await readFactors(ctx, viewer))

  serve(
    endpoints.start_app,
    PROVEN_FIRST,
  )(async ({ viewer, body }) => {
    await proveOwner(ctx, viewer, body)
    await limitRate(ctx, 'second_factor', { user_id: viewer.id })
    return await startLinking(ctx, viewer)
  })

  serve(endpoints.confirm_app, { limit: 'second_factor' })(async ({ viewer, body }) => ({
    recovery_codes: await linkApp(ctx, viewer, body.code),
  }))

  serve(
    endpoints.remove_app,
    PROVEN_FIRST,
  )(async ({ viewer, body }) => {
    await proveOwner(ctx, viewer, body)
    await removeApp(ctx, viewer)
    return {}
  })

  serve(
    endpoints.start_passkey,
    PROVEN_FIRST,
  )(async ({ viewer, body, caller }) => {
    await proveOwner(ctx, viewer, body)
    await limitRate(ctx, 'second_factor', { user_id: viewer.id })
    return await registrationOptions(ctx, caller, { user: viewer, session_id: viewer.session_id })
  })

  serve(endpoints.add_passkey, { limit: 'second_factor' })(async ({ viewer, body, caller }) => {
    return await addPasskey(ctx, viewer, body, caller)
  })

  serve(endpoints.rename_passkey, { limit: 'second_factor' })(async ({ viewer, params, body }) => {
    await refuseWeakSession(ctx.db, viewer)
    const renamed = await renamePasskey(ctx.db, { id: params.id, user_id: viewer.id, name: body.name.trim() })
    if (!renamed) throw notFound()
    return presentPasskey(renamed)
  })

  serve(
    endpoints.remove_passkey,
    PROVEN_FIRST,
  )(async ({ viewer, params, body }) => {
    await proveOwner(ctx, viewer, body)
    await removePasskey(ctx, viewer, params.id)
    return {}
  })

  serve(
    endpoints.make_recovery_codes,
    PROVEN_FIRST,
  )(async ({ viewer, body }) => {
    await proveOwner(ctx, viewer, body)
    await limitRate(ctx, 'second_factor', { user_id: viewer.id })
    return { recovery_codes: await makeCodesAnew(ctx, viewer) }
  })

  serve(endpoints.request_factor_recovery, {
    limit: {
      counted_in_action: ['factor_recovery'],
      because: 'The account is that of the ticket, and asking again for what waits is never refused.',
    },
  })(async ({ body }) => ({ due_at: (await requestRecovery(ctx, body.ticket)).toISOString() }))

  serve(endpoints.stop_factor_recovery, { limit: 'factor_recovery_link' })(async ({ body }) => {
    await stopWithLink(ctx, body.token)
    return {}
  })

  serve(endpoints.list_factor_recoveries)(async ({ query, answer }) => {
    const { items, cursor } = await presentRecoveries(ctx, query.cursor)
    linkNextPage(answer, cursor)
    return items
  })

  serve(endpoints.decide_factor_recovery)(async ({ viewer, params, body }) => {
    await decideRecovery(ctx, viewer, { id: params.id, approve: body.approve })
    return {}
  })
}
