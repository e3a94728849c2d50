import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { verifyCurrentPassword } from '#server/domain/current-password.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { requestDeletion } from './actions.ts'
import { confirmDeletion, eraseAccounts } from './erasure.ts'

export const deletion: Feature = {
  routes: deletionRoutes,
  jobs: {
    confirm_deletion: { run: confirmDeletion },
    erase_accounts: { schedule: '27 * * * *', run: eraseAccounts },
  },
}

function deletionRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.request_deletion, {
    limit: { by_hand: ['present_password', 'deletion'], because: 'The present password is checked first.' },
  })(async ({ body, viewer }) => {
    const current_hash = await verifyCurrentPassword(ctx, viewer, body.current_password)
    // Signing in cancels the deletion, so it can be requested again, and each request sends a mail.
    await limitRate(ctx, 'deletion', { user_id: viewer.id })
    const erased_at = await requestDeletion(ctx, viewer, current_hash)
    return { erased_at: erased_at.toISOString() }
  })
}
