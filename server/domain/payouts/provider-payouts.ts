import { ACCOUNT_HOLD_HOURS } from '#contract/payouts.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { type PayoutProvider, PayoutRefused, type ProviderAccount } from '#server/payouts/provider.ts'
import { newId } from '#server/store/ids.ts'
import { listReachable } from '#server/store/payouts/payees.ts'
import { lockPayout, markPayoutSent } from '#server/store/payouts/payouts.ts'
import { lockProviderAccount, saveBank, saveReadiness } from '#server/store/payouts/provider-accounts.ts'
import {
  type DuePayout,
  findPayoutByReference,
  listRunningPayouts,
  notePayoutProblem,
  takeDuePayout,
} from '#server/store/payouts/provider-payouts.ts'
import { earlier, later } from '#server/time.ts'
import { endPayout, tellSent } from './outcome.ts'

/** The context of a product in which a provider pays creators out. */
export type PayoutContext = Pick<Context, 'db' | 'background' | 'now' | 'live' | 'jobs' | 'log'> & {
  payouts: PayoutProvider
}

/** Exponential back-off. The first wait is longer than one attempt can take, with all its repetitions. */
const WAIT = { first_wait_ms: 5 * 60_000, max_wait_ms: 6 * HOUR_MS }
/** How long the bank may return what was paid. */
const RETURN_DAYS = 35
const NOTE_MAX = 500

/** A provider may take its time, so the pool without timeouts is used where there is one. */
async function transaction<T>(ctx: PayoutContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await (ctx.background ?? ctx.db).begin(work)
}

/** Sends every payout that is due. One that the provider does not take is tried again later. */
export async function sendPayouts(ctx: PayoutContext): Promise<void> {
  for (;;) {
    const payout = await takeDuePayout(ctx.db, ctx.payouts.name, ctx.now(), WAIT)
    if (!payout) return
    try {
      await sendPayout(ctx, payout)
    } catch (error) {
      ctx.log.error({ err: error, payout: payout.id }, 'a payout could not be sent')
      await notePayoutProblem(ctx.db, payout.id, String((error as Error).message).slice(0, NOTE_MAX))
    }
  }
}

/**
 * The row is locked while the provider is asked, so that nobody ends the payout meanwhile. If the process is killed after the provider
 * has sent it, the next attempt finds the same transfer there.
 */
async function sendPayout(ctx: PayoutContext, { id, account }: DuePayout): Promise<void> {
  const told = await transaction(ctx, async (tx) => {
    const payout = await lockPayout(tx, id)
    if (payout?.state !== 'asked') return []
    const now = ctx.now()
    try {
      const { reference } = await ctx.payouts.pay({ id, account, cents: payout.cents })
      const sent = await markPayoutSent(tx, { id, reference, now })
      return sent ? await tellSent(tx, [sent], now) : []
    } catch (error) {
      if (!(error instanceof PayoutRefused)) throw error
      ctx.log.warn({ err: error, payout: id }, 'the payout provider has refused a payout')
      return (await endPayout(tx, id, { state: 'failed', failure: error.failure, at: now }, now)).told
    }
  })
  await publishNotices(ctx, told)
}

/**
 * Brings a payout in line with what the provider says of it now. Money that did not reach the bank is first taken back there and then
 * booked back here, so that the books and the balance at the provider stay equal. Idempotent, and a payout that has failed stays
 * failed: any order, repetition or loss of events ends in the same rows.
 */
export async function followPayout(ctx: PayoutContext, reference: string): Promise<void> {
  const { payouts, db } = ctx
  const known = await findPayoutByReference(db, payouts.name, reference)
  if (!known || known.state === 'failed') return
  const found = await payouts.findPayout(reference)
  if (!found || found.state === 'sent') return
  const { state, failure, ended_at } = found
  // Refused if it is on its way to another bank by now: then the next look finds that.
  if (state === 'failed') await payouts.takeBack(reference)
  const now = ctx.now()
  const { told } = await transaction(
    ctx,
    async (tx) => await endPayout(tx, known.id, { state, failure, at: ended_at ?? now }, now),
  )
  await publishNotices(ctx, told)
}

/** The same for an account: whether it can be paid to, which bank is behind it, and all its payouts that still run. */
export async function syncAccount(ctx: PayoutContext, reference: string): Promise<void> {
  const { payouts } = ctx
  const account = await payouts.findAccount(reference)
  const found = { reference, is_ready: account?.is_ready ?? false, last4: account?.last4 }
  const creator_id = await keepAccount(ctx, found)
  if (creator_id === undefined) return
  for (const running of await listRunningPayouts(ctx.db, payouts.name, returnable(ctx), creator_id))
    await followPayout(ctx, running)
}

/** Returns whose account it is; undefined if it is nobody's here. */
async function keepAccount(
  ctx: PayoutContext,
  { reference, is_ready, last4 }: Pick<ProviderAccount, 'reference' | 'is_ready' | 'last4'>,
): Promise<string | undefined> {
  const result = await ctx.db.begin(async (tx) => {
    const before = await lockProviderAccount(tx, ctx.payouts.name, reference)
    if (!before) return undefined
    if (before.is_ready !== is_ready) await saveReadiness(tx, before.creator_id, is_ready)
    const is_new = last4 !== undefined && last4 !== before.account_last4
    if (is_new) await changeBank(tx, { ...before, last4, now: ctx.now() })
    return { creator_id: before.creator_id, told: is_new ? [before.creator_id] : [] }
  })
  if (result) await publishNotices(ctx, result.told)
  return result?.creator_id
}

/** Payouts wait for two days if it replaces another one, and the creator is told, as with an account that we keep. */
async function changeBank(
  tx: Tx,
  bank: { creator_id: string; changed_at: Date | null; last4: string; now: Date },
): Promise<void> {
  const { creator_id, last4, now } = bank
  const held_until = bank.changed_at === null ? null : later(now, ACCOUNT_HOLD_HOURS * HOUR_MS)
  await saveBank(tx, { creator_id, last4, changed_at: now, held_until })
  // Somebody who is gone may still change where the rest of their money goes.
  if (!(await listReachable(tx, [creator_id])).has(creator_id)) return
  const details = { last4, ...(held_until && { expires_at: held_until.toISOString() }) }
  await notify(tx, [{ id: newId(now), user_id: creator_id, kind: 'payout_account_changed', details, created_at: now }])
}

function returnable(ctx: PayoutContext): Date {
  return earlier(ctx.now(), RETURN_DAYS * DAY_MS)
}

/** Looks at every account and at every payout that still runs, whether an event told of them or not. `settle` does the work. */
export async function reconcilePayouts(
  ctx: PayoutContext,
  settle: (kind: 'accounts' | 'payouts', work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for await (const account of ctx.payouts.accounts())
    await settle('accounts', async () => void (await keepAccount(ctx, account)))
  for (const reference of await listRunningPayouts(ctx.db, ctx.payouts.name, returnable(ctx)))
    await settle('payouts', async () => await followPayout(ctx, reference))
}
