import type { Ground } from '#contract/decisions.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import {
  announce,
  type Carried,
  decide,
  lockOrOpenCase,
  lockSubject,
  refuseUnlessAllowed,
} from '#server/domain/decide.ts'
import {
  type AskedDecision,
  type Decider,
  refuseAboutStaff,
  refuseForeignFreeze,
  refuseLongFreeze,
} from '#server/domain/decision-rules.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import { clearFreeze, type FreezableAccount } from '#server/store/accounts/freezes.ts'
import { readAccount } from '#server/store/cases/reported-objects.ts'
import { endFreezes, isClosedAccount } from '#server/store/decisions/decisions.ts'
import { newId } from '#server/store/ids.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { cleanText } from '#server/text.ts'

/** Both are told to the person, so neither may be missing. */
export interface Reasons {
  ground: Ground
  facts: string
}

export interface AskedFreeze extends Reasons {
  /** Null freezes for good. */
  ends_at: Date | null
}

/** Whom it is about, and who decides. */
interface Sanction {
  staff: Decider
  user_id: string
}

type Deciding = Pick<Context, 'db' | 'now' | 'secret'>
type Acting = Deciding & Pick<Context, 'jobs' | 'live' | 'log'>

const NOTHING: Carried = { state: 'decided', reporters: [], told: [] }

export async function freezeUser(
  ctx: Acting,
  staff: Viewer,
  user_id: string,
  { until, ...reasons }: Reasons & { until: string | null },
): Promise<void> {
  const ends_at = until === null ? null : new Date(until)
  await announce(ctx, await storeFreeze(ctx, { staff, user_id }, { ends_at, ...reasons }))
}

/** Idempotent: the same freeze again changes nothing. Another one replaces the first. */
export async function storeFreeze(ctx: Deciding, { staff, user_id }: Sanction, asked: AskedFreeze): Promise<Carried> {
  const [now, freeze] = [ctx.now(), { ...asked, facts: cleanText(asked.facts) }]
  return await ctx.db.begin(async (db) => {
    const account = await lockAccount(db, staff, user_id)
    refuseLongFreeze(staff, freeze.ends_at, now)
    refuseForeignFreeze(staff, account)
    if (freeze.ends_at !== null && !(freeze.ends_at > now)) throw invalid('until', 'must be in the future')
    if (isSameFreeze(account, freeze)) return NOTHING
    const { ground, facts, ends_at: until } = freeze
    const carried = await decideAbout(ctx, db, { staff, account, now }, { actions: ['freeze'], ground, facts, until })
    const details = { until: until?.toISOString() ?? null }
    await audit(db, { staff, user_id, now }, 'account_frozen', { reasons: freeze, details })
    return carried
  })
}

export async function unfreezeUser(ctx: Pick<Context, 'db' | 'now'>, staff: Decider, user_id: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.begin(async (db) => {
    const account = await lockAccount(db, staff, user_id)
    refuseForeignFreeze(staff, account)
    if (account.frozen_at === null) return
    if (await isClosedAccount(db, user_id)) throw invalid('id', 'This account is closed; only an appeal restores it')
    await clearFreeze(db, user_id)
    await endFreezes(db, user_id, now)
    await audit(db, { staff, user_id, now }, 'account_unfrozen')
  })
}

export async function closeUser(
  ctx: Acting,
  staff: Viewer,
  user_id: string,
  reasons: Reasons,
): Promise<Carried['state']> {
  const carried = await storeClosure(ctx, { staff, user_id }, reasons)
  await announce(ctx, carried)
  return carried.state
}

/** Idempotent: an account is closed once. If there are two admins, the second one has to agree. */
export async function storeClosure(ctx: Deciding, { staff, user_id }: Sanction, asked: Reasons): Promise<Carried> {
  const [now, reasons] = [ctx.now(), { ...asked, facts: cleanText(asked.facts) }]
  return await ctx.db.begin(async (db) => {
    const account = await lockAccount(db, staff, user_id)
    if (await isClosedAccount(db, user_id)) return NOTHING
    const asked_closing = { actions: ['close'] as const, ...reasons, until: null }
    const carried = await decideAbout(ctx, db, { staff, account, now }, asked_closing)
    const action = carried.state === 'proposed' ? 'closing_proposed' : 'account_closed'
    if (carried.decision_id !== undefined) await audit(db, { staff, user_id, now }, action, { reasons })
    return carried
  })
}

/** A decision without a report is part of the account's own case: the one that waits, or a new one. */
async function decideAbout(
  ctx: Deciding,
  db: Tx,
  { staff, account, now }: { staff: Decider; account: FreezableAccount; now: Date },
  asked: AskedDecision,
): Promise<Carried> {
  const found = await lockOrOpenCase(db, await readAccount(db, account.id), now)
  const judgement = { staff, account, found, asked, now }
  refuseUnlessAllowed(judgement)
  return await decide(ctx, db, judgement)
}

/** Nobody decides about themselves, or about a member of staff with the same role or a higher one. */
async function lockAccount(db: Tx, staff: Decider, user_id: string): Promise<FreezableAccount> {
  const { account } = await lockSubject(db, { kind: 'profile', object_id: user_id, subject_id: user_id })
  if (!account) throw notFound()
  if (staff !== null && account.id === staff.id) throw forbidden()
  refuseAboutStaff(staff, account.role)
  return account
}

function isSameFreeze(account: FreezableAccount, { ends_at, ground, facts }: AskedFreeze): boolean {
  return (
    account.frozen_at !== null &&
    account.frozen_until?.getTime() === ends_at?.getTime() &&
    account.frozen_ground === ground &&
    account.frozen_facts === facts
  )
}

async function audit(
  db: Tx,
  { staff, user_id, now }: Sanction & { now: Date },
  action: 'account_frozen' | 'account_unfrozen' | 'account_closed' | 'closing_proposed',
  { reasons, details = {} }: { reasons?: Reasons; details?: Record<string, string | null> } = {},
): Promise<void> {
  const reason = reasons ? `${reasons.ground}: ${reasons.facts}` : null
  const about = { user_id, reason, details, created_at: now }
  await insertAuditEntry(db, { id: newId(now), staff_id: staff?.id ?? null, action, ...about })
}
