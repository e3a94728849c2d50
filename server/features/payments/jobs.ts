import type { Context } from '#server/context.ts'
import { endMemberships, pauseMemberships, refundUnapplied } from '#server/domain/payments/provider-work.ts'
import { type Shop, shopOf } from '#server/domain/shop.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { handleEvents } from './events.ts'
import { reconcilePayments } from './reconcile.ts'
import { remindOfFailures, remindOfRenewals } from './reminders.ts'

/** A job that does nothing without a payment provider. */
function inShop(run: (ctx: Shop) => Promise<void>) {
  return async (ctx: Context) => {
    if (ctx.payments) await run(shopOf(ctx))
  }
}

export const paymentJobs: FeatureJobs = {
  handle_provider_events: { schedule: '* * * * *', run: inShop(handleEvents) },
  reconcile_payments: { schedule: '17 3 * * *', run: inShop(reconcilePayments) },
  refund_unapplied: { schedule: '*/5 * * * *', run: inShop(async (ctx) => void (await refundUnapplied(ctx))) },
  pause_memberships: { schedule: '* * * * *', run: inShop(pauseMemberships) },
  end_memberships: { schedule: '* * * * *', run: inShop(endMemberships) },
  remind_renewals: { schedule: '*/5 * * * *', run: inShop(remindOfRenewals) },
  mail_payment_problems: { schedule: '*/5 * * * *', run: inShop(remindOfFailures) },
}
