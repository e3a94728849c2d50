import type { Context } from '#server/context.ts'
import { sendPayouts } from '#server/domain/payouts/provider-payouts.ts'
import type { FeatureJobs } from '#server/feature.ts'

/** What becomes of payouts afterwards is told by events, and looked up by the nightly reconciliation. */
export const providerJobs: FeatureJobs = {
  send_payouts: { schedule: '* * * * *', run: sendThroughProvider },
}

/** Nothing is sent while the operator pays by hand. */
async function sendThroughProvider(ctx: Context): Promise<void> {
  const { payouts } = ctx
  if (payouts) await sendPayouts({ ...ctx, payouts })
}
