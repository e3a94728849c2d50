import { DAY_MS } from '#contract/time.ts'
import { settleCheckout, settlePayment, syncMembership } from '#server/domain/payments/settle.ts'
import { reconcilePayouts } from '#server/domain/payouts/provider-payouts.ts'
import type { Shop } from '#server/domain/shop.ts'
import { listOpenMemberships } from '#server/store/payments/memberships.ts'
import { listWaitingCheckouts } from '#server/store/payments/order-list.ts'
import { sweepProviderEvents } from '#server/store/payments/provider-events.ts'
import { earlier } from '#server/time.ts'
import { handleEvents, keepEvent } from './events.ts'

/** How far back the reconciliation looks. */
const RECONCILED_DAYS = 35
/** Handled events are kept longer than that, so that none is handled anew. */
const EVENTS_KEPT_DAYS = 90

/** What the reconciliation has looked at. */
export interface Reconciled {
  /** Events that had never arrived. */
  missed_events: number
  payments: number
  checkouts: number
  memberships: number
  /** Of creators who are paid through the provider, and what they were paid. */
  accounts: number
  payouts: number
  failures: number
}

/**
 * Looks at everything that happened at the provider in the last 35 days, and at everything that is still open here, whether
 * an event told of it or not. Settling is idempotent, so what is right already stays as it is.
 */
export async function reconcile(ctx: Shop): Promise<Reconciled> {
  const since = earlier(ctx.now(), RECONCILED_DAYS * DAY_MS)
  const done: Reconciled = {
    missed_events: 0,
    payments: 0,
    checkouts: 0,
    memberships: 0,
    accounts: 0,
    payouts: 0,
    failures: 0,
  }
  const settle = async (kind: Exclude<keyof Reconciled, 'missed_events' | 'failures'>, work: () => Promise<void>) => {
    try {
      await work()
      done[kind] += 1
    } catch (error) {
      done.failures += 1
      ctx.log.error({ err: error, kind }, 'a payment could not be reconciled')
    }
  }
  for await (const event of ctx.payments.since(since)) if (await keepEvent(ctx, event)) done.missed_events += 1
  await handleEvents(ctx)
  for await (const reference of ctx.payments.paymentsSince(since))
    await settle('payments', () => settlePayment(ctx, reference))
  for (const reference of await listWaitingCheckouts(ctx.db, ctx.payments.name, since))
    await settle('checkouts', () => settleCheckout(ctx, reference))
  for (const { reference } of await listOpenMemberships(ctx.db, ctx.payments.name))
    await settle('memberships', () => syncMembership(ctx, reference))
  if (ctx.payouts) await reconcilePayouts({ ...ctx, payouts: ctx.payouts }, settle)
  await sweepProviderEvents(ctx.db, earlier(ctx.now(), EVENTS_KEPT_DAYS * DAY_MS))
  return done
}

/** The nightly job. */
export async function reconcilePayments(ctx: Shop): Promise<void> {
  const done = await reconcile(ctx)
  ctx.log.info(done, 'payments were reconciled')
  if (done.failures > 0) throw new Error(`${done.failures} payments could not be reconciled`)
}
