import type { PayoutWait } from '#contract/payouts.ts'
import type { Tx } from '#server/db/connect.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/store/ids.ts'
import { insertMovements, type Movement } from '#server/store/payments/movements.ts'
import { countsDemo } from '#server/store/payouts/moves.ts'
import { lockBalances } from '#server/store/payouts/payees.ts'
import {
  findPayoutOfClient,
  insertPayouts,
  listPaidInMonth,
  type NewPayout,
  type Payout,
} from '#server/store/payouts/payouts.ts'
import { type Account, findAccounts, waitOf } from './balance.ts'
import type { TillContext } from './till.ts'

/** The largest payout, in cents. What is left waits for the next one. */
const PAYOUT_MAX_CENTS = 999_999_999

/** Pays a creator everything that is available, or says why not. Idempotent per `client_id`. */
export async function askPayout(
  ctx: TillContext,
  creator_id: string,
  client_id: string | undefined = undefined,
): Promise<Payout> {
  return await ctx.db.begin(async (tx) => {
    await lockBalances(tx, [creator_id])
    const known = client_id && (await findPayoutOfClient(tx, creator_id, client_id))
    if (known) return known
    const [account] = await findAccounts(tx, ctx, [creator_id])
    const wait = account && waitOf(account.payee, account.available, { now: ctx.now(), payouts: ctx.payouts })
    if (!account || wait) throw payoutWaits(wait ?? 'account')
    const [payout] = await takeOut(tx, ctx, [account], { month: null, client_id: client_id ?? null })
    if (!payout) throw new Error('a payout has no row')
    return { ...payout, batch_id: null, reference: null, sent_at: null, ended_at: null, failure: null, note: null }
  })
}

const WORDS: Record<PayoutWait, string> = {
  frozen: 'This account is frozen',
  email: 'Your e-mail address is not confirmed',
  verification: 'Your identity is not verified',
  account: 'There is no bank account to pay to',
  account_change: 'The bank account was changed a short while ago',
  negative: 'The balance is negative',
  minimum: 'Less than the smallest payout is available',
}

function payoutWaits(wait: PayoutWait): AppError {
  return new AppError('payout_waits', WORDS[wait], { waits_for: wait })
}

/**
 * The monthly payouts of these creators, in one transaction: of those who want them, can be paid and have none of this month
 * yet. Returns how many there are.
 */
export async function askMonthly(ctx: TillContext, creator_ids: readonly string[], month: string): Promise<number> {
  return await ctx.db.begin(async (tx) => {
    await lockBalances(tx, creator_ids)
    const paid = await listPaidInMonth(tx, creator_ids, month)
    const accounts = await findAccounts(tx, ctx, creator_ids)
    const due = accounts.filter(
      ({ payee, available }) =>
        !paid.has(payee.creator_id) &&
        (payee.schedule === 'monthly' || payee.is_erased) &&
        waitOf(payee, available, { now: ctx.now(), payouts: ctx.payouts }) === null,
    )
    return (await takeOut(tx, ctx, due, { month, client_id: null })).length
  })
}

/** The only function by which money leaves balances. They are locked, and it is known that they can be paid. */
async function takeOut(
  tx: Tx,
  ctx: TillContext,
  accounts: readonly Account[],
  { month, client_id }: Pick<NewPayout, 'month' | 'client_id'>,
): Promise<NewPayout[]> {
  const now = ctx.now()
  const provider = ctx.payouts?.name ?? 'manual'
  const payouts = accounts.map(
    ({ payee, available }): NewPayout => ({
      id: newId(now),
      creator_id: payee.creator_id,
      cents: Math.min(available, PAYOUT_MAX_CENTS),
      state: 'asked',
      provider,
      sealed: ctx.payouts ? null : payee.sealed,
      key_id: ctx.payouts ? null : payee.key_id,
      account_last4: payee.account_last4,
      month,
      client_id,
      asked_at: now,
      next_attempt_at: ctx.payouts ? now : null,
      is_demo: countsDemo(ctx.config),
    }),
  )
  await insertPayouts(tx, payouts)
  await insertMovements(
    tx,
    payouts.map((payout) => movementOf(payout, { cents: -payout.cents, original_id: null, now })),
    now,
  )
  return payouts
}

type MovedPayout = Pick<Payout, 'id' | 'creator_id' | 'provider' | 'is_demo'>

/** A payout leaves the creator's share and nothing else; one that comes back names the movement that it undoes. */
export function movementOf(
  { id, creator_id, provider, is_demo }: MovedPayout,
  { cents, original_id, now }: { cents: number; original_id: string | null; now: Date },
): Movement {
  return {
    id: newId(now),
    provider,
    kind: provider === 'manual' ? 'payout' : 'transfer',
    reference: original_id === null ? id : `${id} returned`,
    original_id,
    order_id: null,
    subscription_id: null,
    creator_id,
    period: null,
    vat_country: null,
    vat_percent: null,
    price: cents,
    vat: 0,
    charged: cents,
    platform_fee: 0,
    banking_fee: 0,
    net: cents,
    occurred_at: now,
    is_demo,
  }
}
