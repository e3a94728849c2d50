import { DELETION_GRACE_DAYS } from '#contract/deletion.ts'
import { amountOf, centsOf } from '#contract/fees.ts'
import { type Balance, PAYOUT_MIN, type PayoutAccount, type PayoutWait } from '#contract/payouts.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import {
  type BalanceSums,
  type Counting,
  listReleases,
  type Release,
  sumBalances,
} from '#server/store/payouts/balance.ts'
import { countsDemo, sumMoves } from '#server/store/payouts/moves.ts'
import { findPayees, type Payee } from '#server/store/payouts/payees.ts'
import { isRunFinished, sumOnItsWay } from '#server/store/payouts/payouts.ts'
import { dayOf, later, monthAfter, monthOf, startOfMonth } from '#server/time.ts'
import { tryOpen } from './accounts.ts'
import { firstBankingDay } from './banking-days.ts'
import type { TillContext } from './till.ts'

const PAYOUT_MIN_CENTS = centsOf(`${PAYOUT_MIN}.00`)

/** For how many days the payouts of a month are made up for if the product was down on the first banking day. */
const RUN_DAYS = 7

/** A creator and their balance, at one moment. */
export interface Account {
  payee: Payee
  sums: BalanceSums
  /** What can be paid out, in cents. It may be negative. */
  available: number
}

export function countingOf(ctx: Pick<TillContext, 'config' | 'now'>): Counting {
  return { now: ctx.now(), with_demo: countsDemo(ctx.config) }
}

/** In the order of the ids. Lock the balances first if money is going to leave them. */
export async function findAccounts(
  db: Queryable,
  ctx: Pick<TillContext, 'config' | 'now'>,
  creator_ids: readonly string[],
): Promise<Account[]> {
  const payees = new Map((await findPayees(db, creator_ids, ctx.now())).map((payee) => [payee.creator_id, payee]))
  const sums = new Map((await sumBalances(db, creator_ids, countingOf(ctx))).map((row) => [row.creator_id, row]))
  return creator_ids.flatMap((id) => {
    const [payee, balance] = [payees.get(id), sums.get(id)]
    return payee && balance ? [{ payee, sums: balance, available: balance.total - balance.on_hold }] : []
  })
}

/** Why a creator cannot be paid this much at this moment, the first reason that applies; null if they can. */
export function waitOf(
  payee: Payee,
  available: number,
  { now, payouts }: { now: Date; payouts: TillContext['payouts'] },
): PayoutWait | null {
  if (payee.is_frozen) return 'frozen'
  if (!payee.is_email_confirmed) return 'email'
  if (!payee.is_verified) return 'verification'
  if (!hasAccount(payee, payouts)) return 'account'
  if (isHeld(payee, now)) return 'account_change'
  if (available < 0) return 'negative'
  // Whoever is gone gets the rest, however small.
  if (available < (payee.is_erased ? 1 : PAYOUT_MIN_CENTS)) return 'minimum'
  return null
}

function hasAccount(payee: Payee, payouts: TillContext['payouts']): boolean {
  return payouts ? payee.provider === payouts.name && payee.is_ready && payee.reference !== null : payee.sealed !== null
}

function isHeld({ held_until }: Pick<Payee, 'held_until'>, now: Date): boolean {
  return held_until !== null && held_until > now
}

/** A creator's balance as they see it. */
export async function getBalance(ctx: TillContext & Pick<Context, 'seal'>, creator_id: string): Promise<Balance> {
  const now = ctx.now()
  const opens_at = startOfMonth(monthOf(now))
  // One snapshot, so that the sums agree with each other.
  return await ctx.db.begin(async (db) => {
    await db`set transaction isolation level repeatable read, read only`
    const [account] = await findAccounts(db, ctx, [creator_id])
    if (!account) throw new Error('a creator has no row')
    const { payee, sums, available } = account
    const releases = await listReleases(db, creator_id, countingOf(ctx))
    const { opening, moves } = await sumMoves(db, creator_id, { from: opens_at, with_demo: countsDemo(ctx.config) })
    const [release] = releases
    return {
      available: amountOf(available),
      on_hold: amountOf(sums.on_hold),
      total: amountOf(sums.total),
      release: release ? { amount: amountOf(release.cents), on: release.on } : null,
      next_payout: await nextPayout(db, ctx, account, releases),
      on_its_way: amountOf(await sumOnItsWay(db, creator_id, countsDemo(ctx.config))),
      final_payout: finalPayoutOf(ctx, account, later(now, DELETION_GRACE_DAYS * DAY_MS)),
      waits_for: waitOf(payee, available, { now, payouts: ctx.payouts }),
      schedule: payee.schedule,
      account: presentAccount(ctx, payee),
      account_at: ctx.payouts ? 'provider' : 'house',
      opening: { on: dayOf(opens_at), amount: amountOf(opening) },
      moves: moves.map(({ cents, ...move }) => ({ ...move, amount: amountOf(cents) })),
      is_sample: sums.is_sample,
    }
  })
}

/** The same for somebody who leaves: what becomes of their balance, and of what is on its way to them. */
export async function findFinalPayout(
  ctx: Omit<TillContext, 'db'> & { db: Queryable },
  creator_id: string,
  erased_at: Date,
): Promise<Pick<Balance, 'final_payout' | 'on_its_way'> & { last4: string | null }> {
  const [account] = await findAccounts(ctx.db, ctx, [creator_id])
  return {
    final_payout: account ? finalPayoutOf(ctx, account, erased_at) : null,
    on_its_way: amountOf(await sumOnItsWay(ctx.db, creator_id, countsDemo(ctx.config))),
    last4: account?.payee.account_last4 ?? null,
  }
}

/**
 * The rest of a balance goes out with the first monthly payouts after the erasure, however small it is and whatever the
 * schedule: the holds have ended by then, and nobody asks for a confirmed address any more. What lacks until then lacks for good.
 */
function finalPayoutOf(
  ctx: Pick<TillContext, 'payouts'>,
  { payee, sums: { total } }: Account,
  erased_at: Date,
): Balance['final_payout'] {
  if (total === 0) return null
  const erased = { ...payee, is_erased: true, is_email_confirmed: true, is_frozen: false }
  const wait = waitOf(erased, total, { now: erased_at, payouts: ctx.payouts })
  const first = firstBankingDay(erased_at)
  const on = first > dayOf(erased_at) ? first : firstBankingDay(startOfMonth(monthAfter(monthOf(erased_at))))
  return { amount: amountOf(total), on, waits_for: isLasting(wait) ? wait : null }
}

function isLasting(wait: PayoutWait | null): wait is 'verification' | 'account' | 'negative' {
  return wait === 'verification' || wait === 'account' || wait === 'negative'
}

/** The next automatic payout, if nothing else happens until then. */
async function nextPayout(
  db: Queryable,
  ctx: TillContext,
  { payee, sums }: Account,
  releases: readonly Release[],
): Promise<Balance['next_payout']> {
  if (payee.schedule !== 'monthly') return null
  const on = await nextRun(db, ctx.now())
  const held = releases.filter((release) => release.on >= on).reduce((cents, release) => cents + release.cents, 0)
  const cents = sums.total - held
  const then = { now: new Date(on), payouts: ctx.payouts }
  return waitOf(payee, cents, then) === null ? { on, amount: amountOf(cents) } : null
}

/** The day of the next run of monthly payouts: today if it is under way. */
async function nextRun(db: Queryable, now: Date): Promise<string> {
  const today = dayOf(now)
  const first = firstBankingDay(now)
  const isOver = isRunOver(now) || (today >= first && (await isRunFinished(db, monthOf(now))))
  if (isOver) return firstBankingDay(startOfMonth(monthAfter(monthOf(now))))
  return today > first ? today : first
}

/** Whether it is too late for the payouts of this month: they come with those of the next one. */
export function isRunOver(now: Date): boolean {
  return now.getTime() >= Date.parse(firstBankingDay(now)) + RUN_DAYS * DAY_MS
}

function presentAccount(ctx: Pick<Context, 'seal' | 'payouts' | 'now'>, payee: Payee): PayoutAccount | null {
  const { sealed, key_id, changed_at, held_until } = payee
  if (changed_at === null || !hasAccount(payee, ctx.payouts)) return null
  // Nobody is kept from their balance by a key that is lost.
  const kept =
    ctx.payouts || !ctx.seal || !sealed || key_id === null
      ? undefined
      : tryOpen(ctx.seal, { sealed, key_id }, payee.creator_id)
  return {
    at: ctx.payouts ? 'provider' : 'house',
    holder: kept?.holder ?? null,
    begin: ctx.payouts ? null : payee.account_begin,
    last4: payee.account_last4,
    changed_at: changed_at.toISOString(),
    held_until: isHeld(payee, ctx.now()) ? (held_until?.toISOString() ?? null) : null,
  }
}
