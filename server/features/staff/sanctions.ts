import { type AuditAction, MODERATOR_FREEZE_MAX_HOURS } from '#contract/staff.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { type Freeze, forbidden, invalid, notFound } from '#server/errors.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { insertClosedAddresses } from '#server/store/accounts/closed-addresses.ts'
import { clearFreeze, type FreezableAccount, lockFreezableAccount, setFreeze } from '#server/store/accounts/freezes.ts'
import { insertImmediateDeletion } from '#server/store/deletion/deletion-requests.ts'
import { newId } from '#server/store/ids.ts'
import { deleteSessionsOf } from '#server/store/sessions.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { cleanText } from '#server/text.ts'

/** The member of staff who decides; null for the command line, which may do everything. */
type Decider = Pick<Viewer, 'id' | 'role'> | null

/** Both are told to the person, so neither may be missing. */
export type Reasons = Pick<Freeze, 'ground' | 'facts'>

interface Decision {
  staff: Decider
  user_id: string
  now: Date
}

const MODERATOR_FREEZE_MAX_MS = MODERATOR_FREEZE_MAX_HOURS * HOUR_MS

export async function freezeUser(
  ctx: Pick<Context, 'db' | 'live' | 'now'>,
  staff: Viewer,
  user_id: string,
  { until, ...reasons }: Reasons & { until: string | null },
): Promise<void> {
  const ends_at = until === null ? null : new Date(until)
  await storeFreeze(ctx.db, { staff, user_id, now: ctx.now() }, { ends_at, ...reasons })
  ctx.live.publish({ kind: 'user_ended', user_id })
}

/** Idempotent: the same freeze again changes nothing. Another one replaces the first. */
export async function storeFreeze(sql: Db, { staff, user_id, now }: Decision, asked: Freeze): Promise<void> {
  const freeze = { ends_at: asked.ends_at, ...cleanReasons(asked) }
  await sql.begin(async (db) => {
    const account = await lockAccount(db, staff, user_id)
    refuseBeyondModerator(staff, freeze.ends_at, now)
    refuseForeignFreeze(staff, account)
    if (freeze.ends_at !== null && !(freeze.ends_at > now)) throw invalid('until', 'must be in the future')
    if (isSameFreeze(account, freeze)) return
    await setFreeze(db, user_id, freeze, now)
    await deleteSessionsOf(db, user_id)
    const details = { until: freeze.ends_at?.toISOString() ?? null }
    await audit(db, { staff, user_id, now }, 'account_frozen', { reasons: freeze, details })
  })
}

export async function unfreezeUser(ctx: Pick<Context, 'db' | 'now'>, staff: Decider, user_id: string): Promise<void> {
  await ctx.db.begin(async (db) => {
    const account = await lockAccount(db, staff, user_id)
    refuseForeignFreeze(staff, account)
    if (account.frozen_at === null) return
    await clearFreeze(db, user_id)
    await audit(db, { staff, user_id, now: ctx.now() }, 'account_unfrozen')
  })
}

export async function closeUser(
  ctx: Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'now' | 'secret'>,
  staff: Viewer,
  user_id: string,
  reasons: Reasons,
): Promise<void> {
  await storeClosure(ctx, { staff, user_id, now: ctx.now() }, reasons)
  ctx.live.publish({ kind: 'user_ended', user_id })
  // If the queue is not available, the hourly run of the same job erases it.
  await trySend(ctx, 'erase_accounts', {})
}

/** Hides the account, with an erasure that is due now and that no sign-in cancels, and remembers its addresses. */
export async function storeClosure(
  { db: sql, secret }: Pick<Context, 'db' | 'secret'>,
  { staff, user_id, now }: Decision,
  reasons: Reasons,
): Promise<void> {
  await sql.begin(async (db) => {
    await lockAccount(db, staff, user_id)
    const emails = await insertImmediateDeletion(db, user_id, now)
    if (!emails) return
    await clearFreeze(db, user_id)
    await insertClosedAddresses(db, { secret, emails, now })
    await deleteSessionsOf(db, user_id)
    await audit(db, { staff, user_id, now }, 'account_closed', { reasons: cleanReasons(reasons) })
  })
}

/** Nobody decides about themselves, or about a member of staff with the same role or a higher one. */
async function lockAccount(db: Tx, staff: Decider, user_id: string): Promise<FreezableAccount> {
  const account = await lockFreezableAccount(db, user_id)
  if (!account) throw notFound()
  if (staff === null) return account
  const isAbove = account.role === null || (account.role === 'moderator' && staff.role === 'admin')
  if (!isAbove || account.id === staff.id) throw forbidden()
  return account
}

function refuseBeyondModerator(staff: Decider, ends_at: Date | null, from: Date): void {
  if (staff === null || staff.role === 'admin') return
  if (ends_at === null || ends_at.getTime() - from.getTime() > MODERATOR_FREEZE_MAX_MS) throw forbidden()
}

/** A moderator does not change or end a freeze that no moderator could have made. */
function refuseForeignFreeze(staff: Decider, { frozen_at, frozen_until }: FreezableAccount): void {
  if (frozen_at !== null) refuseBeyondModerator(staff, frozen_until, frozen_at)
}

function isSameFreeze(account: FreezableAccount, { ends_at, ground, facts }: Freeze): boolean {
  return (
    account.frozen_at !== null &&
    account.frozen_until?.getTime() === ends_at?.getTime() &&
    account.frozen_ground === ground &&
    account.frozen_facts === facts
  )
}

function cleanReasons({ ground, facts }: Reasons): Reasons {
  return { ground: cleanText(ground), facts: cleanText(facts) }
}

async function audit(
  db: Tx,
  { staff, user_id, now }: Decision,
  action: AuditAction,
  { reasons, details = {} }: { reasons?: Reasons; details?: Record<string, string | null> } = {},
): Promise<void> {
  const reason = reasons ? `${reasons.ground}: ${reasons.facts}` : null
  const about = { user_id, reason, details, created_at: now }
  await insertAuditEntry(db, { id: newId(now), staff_id: staff?.id ?? null, action, ...about })
}
