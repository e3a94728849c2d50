import { tryEach } from '#server/jobs/best-effort.ts'
import { ProviderAway } from '#server/payments/provider.ts'
import {
  listMembershipsToEnd,
  listMembershipsToPause,
  markEnded,
  setPaused,
} from '#server/store/payments/memberships.ts'
import { countRefundAttempt, leaveToStaff, listToRefund } from '#server/store/payments/unapplied-payments.ts'
import { type PaymentContext, settlePayment, syncMembership } from './settle.ts'

const AT_ONCE = 100
/** With a run every few minutes the provider may be away for hours; after this many refusals somebody has to look. */
const ATTEMPTS_MAX = 20
/** How many refunds of one payment a bank refuses before somebody has to look. */
const BANK_REFUSALS_MAX = 3

/**
 * Sends back what was taken and opened nothing. The key of a refund is that of its row, so that a repeated one is the same.
 * A provider that is away costs no attempt, and what fails does not stop the others. Returns how many are done.
 */
export async function refundUnapplied(ctx: PaymentContext): Promise<number> {
  const { payments } = ctx
  if (!payments) return 0
  let done = 0
  await tryEach(await listToRefund(ctx.db, payments.name, AT_ONCE), async ({ id, reference, reason }) => {
    try {
      const payment = await payments.findPayment(reference)
      // An earlier version has booked what others have sold on the same account.
      if (reason === 'unknown_order' && payment?.is_ours === false) return await leaveToStaff(ctx.db, id)
      // The membership of an unknown order is in no table of ours, and would be charged again.
      if (reason === 'unknown_order' && payment?.membership) await payments.end(payment.membership)
      const refunds = payment?.refunds ?? []
      // It is under way; an event tells how it ends.
      if (refunds.some(({ state }) => state === 'pending')) return
      const refusals = refunds.filter(({ state }) => state === 'failed').length
      if (refusals >= BANK_REFUSALS_MAX) return await leaveToStaff(ctx.db, id)
      // After a refusal by the bank it is another refund.
      await payments.refund(reference, { key: refusals === 0 ? `unapplied ${id}` : `unapplied ${id} ${refusals}` })
      await settlePayment(ctx, reference)
      done += 1
    } catch (error) {
      if (error instanceof ProviderAway) throw error
      await countRefundAttempt(ctx.db, id, ATTEMPTS_MAX)
      ctx.log.warn({ err: error, reference }, 'a payment could not be sent back')
      // Somebody may have refunded it meanwhile.
      await settlePayment(ctx, reference)
    }
  })
  return done
}

/** Ends at the provider what the product has decided to end. Repeated until the provider says that it has. */
export async function endMemberships(ctx: PaymentContext): Promise<void> {
  const { payments } = ctx
  if (!payments) return
  await tryEach(await listMembershipsToEnd(ctx.db, payments.name, AT_ONCE), async ({ id, reference }) => {
    await payments.end(reference)
    if (await payments.findMembership(reference)) await syncMembership(ctx, reference)
    else await markEnded(ctx.db, id, ctx.now())
  })
}

/**
 * Stops the renewals of those who are frozen or leaving, and of those who subscribe to them, and lets them go on when they are
 * back. A fan who has stopped a renewal finds it stopped: only what was paused here goes on. The mark stands before the
 * provider is asked and until it has answered, so that a kill in between loses no renewal.
 */
export async function pauseMemberships(ctx: PaymentContext): Promise<void> {
  const { payments } = ctx
  if (!payments) return
  const due = await listMembershipsToPause(ctx.db, payments.name, AT_ONCE)
  await tryEach(due, async ({ id, reference, is_hindered }) => {
    if (is_hindered) {
      await setPaused(ctx.db, id, ctx.now())
      await payments.cancel(reference)
      await syncMembership(ctx, reference)
    } else {
      await payments.resume(reference)
      await syncMembership(ctx, reference)
      await setPaused(ctx.db, id, null)
    }
  })
}
