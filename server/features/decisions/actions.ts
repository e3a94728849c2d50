import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { announce, type Carried, decide, lockSubject, refuseUnlessAllowed } from '#server/domain/decide.ts'
import { type AskedDecision, type Decider, readDecision } from '#server/domain/decision-rules.ts'
import { notFound } from '#server/errors.ts'
import { findJudgedCase, type JudgedCase, lockCase } from '#server/store/decisions/decisions.ts'
import { newId } from '#server/store/ids.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'

type Deciding = Pick<Context, 'db' | 'now' | 'secret'>

/** Decides a case. Of several decisions at the same time one is stored; the others are told that it is decided. */
export async function decideCase(
  ctx: Deciding & Pick<Context, 'jobs' | 'live' | 'log'>,
  staff: Viewer,
  id: string,
  body: Parameters<typeof readDecision>[0],
): Promise<Carried['state']> {
  const carried = await storeDecision(ctx, staff, id, readDecision(body, ctx.now()))
  await announce(ctx, carried)
  return carried.state
}

/** All of it in one transaction, for the command line too. */
export async function storeDecision(ctx: Deciding, staff: Decider, id: string, asked: AskedDecision): Promise<Carried> {
  const now = ctx.now()
  return await ctx.db.begin(async (db) => {
    const seen = await findJudgedCase(db, staff?.id ?? null, id)
    if (!seen) throw notFound()
    const locked = await lockSubject(db, seen)
    const found = await lockCase(db, id)
    if (!found) throw notFound()
    const judgement = { ...locked, staff, found, asked, now }
    refuseUnlessAllowed(judgement)
    const carried = await decide(ctx, db, judgement)
    if (carried.decision_id !== undefined) await insertAuditEntry(db, auditEntry({ staff, found, asked, now }, carried))
    return carried
  })
}

interface Decided {
  staff: Decider
  found: JudgedCase
  asked: AskedDecision
  now: Date
}

function auditEntry({ staff, found, asked, now }: Decided, { state, decision_id = '', reporters }: Carried) {
  const { actions, ground, facts, until } = asked
  return {
    id: newId(now),
    staff_id: staff?.id ?? null,
    action: state === 'proposed' ? ('closing_proposed' as const) : ('case_decided' as const),
    // A notice about nobody has no subject.
    user_id: found.subject_id ?? found.id,
    ...(found.kind === 'post' && { post_id: found.object_id }),
    reason: ground === null ? null : `${ground}: ${facts}`,
    details: {
      case_id: found.id,
      decision_id,
      actions: actions.join(' '),
      until: until?.toISOString() ?? null,
      reports: reporters.length,
    },
    created_at: now,
  }
}
