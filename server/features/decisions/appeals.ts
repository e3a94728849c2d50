import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { appeal } from '#server/domain/appeals.ts'
import { roleToUndo } from '#server/domain/case-rights.ts'
import { aboutObject, announce, type Carried, lockSubject } from '#server/domain/decide.ts'
import { type Decider, refuseAboutStaff } from '#server/domain/decision-rules.ts'
import { notify } from '#server/domain/notify.ts'
import { readStatementToken } from '#server/domain/statement-token.ts'
import { AppError, forbidden, invalid, notFound } from '#server/errors.ts'
import { deleteClosedAddresses } from '#server/store/accounts/closed-addresses.ts'
import { clearFreeze, type FreezableAccount } from '#server/store/accounts/freezes.ts'
import { restoreObject } from '#server/store/cases/hidden.ts'
import {
  type AppealedDecision,
  type AppealOutcome,
  findAppealedDecision,
  hasDecision,
  lockAppealedDecision,
  storeAppealOutcome,
} from '#server/store/decisions/appeals.ts'
import { isHiddenOtherwise, listReporters } from '#server/store/decisions/decisions.ts'
import { cancelClosure } from '#server/store/deletion/deletion-requests.ts'
import { newId } from '#server/store/ids.ts'
import type { NewNotice } from '#server/store/notices.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { hasOtherStaff } from '#server/store/staff/roles.ts'
import { cleanText } from '#server/text.ts'

type Acting = Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'now'>

/** Whoever has the link is the subject of the decision; a frozen person has no session. */
export async function appealByLink(ctx: Acting & Pick<Context, 'secret'>, token: string, text: string): Promise<void> {
  const decision_id = readStatementToken(ctx.secret, token)
  if (decision_id === undefined || !(await hasDecision(ctx.db, decision_id))) throw notFound()
  await appeal(ctx, decision_id, text, 'text')
}

type Answer = Pick<AppealOutcome, 'outcome' | 'answer'>

export async function decideAppeal(ctx: Acting, staff: Viewer, id: string, asked: Answer): Promise<void> {
  await announce(ctx, await storeAppealDecision(ctx, staff, id, asked))
}

/** Decides an appeal, in one transaction: upheld undoes the decision and everything that it did. */
async function storeAppealDecision(
  ctx: Pick<Context, 'db' | 'now'>,
  staff: Decider,
  id: string,
  { outcome, answer }: Answer,
): Promise<Pick<Carried, 'told' | 'message_id'>> {
  const now = ctx.now()
  return await ctx.db.begin(async (db) => {
    const seen = await findAppealedDecision(db, staff?.id ?? null, id)
    if (!seen) throw notFound()
    const { account } = await lockSubject(db, seen)
    const decision = await lockAppealedDecision(db, seen)
    if (decision.appealed_at === null) throw invalid('outcome', 'Nobody has appealed against this decision')
    if (decision.appeal_decided_at !== null) throw invalid('outcome', 'This appeal is decided already')
    await refuseDecider(db, staff, decision, account)
    const decided = { outcome, answer: cleanText(answer), decided_by: staff?.id ?? null, now }
    await storeAppealOutcome(db, decision, decided)
    if (outcome === 'upheld') await undo(db, decision, account)
    await audit(db, decision, decided)
    const told = await tell(db, decision, decided, account)
    return { told, ...(decision.kind === 'message' && { message_id: decision.object_id }) }
  })
}

/**
 * An appeal needs the role that the decision needed. Its first decider decides about it only if nobody else could: with
 * that role, active, and not the subject.
 */
async function refuseDecider(
  db: Tx,
  staff: Decider,
  decision: AppealedDecision,
  account: FreezableAccount | undefined,
): Promise<void> {
  if (staff === null) return
  refuseAboutStaff(staff, account?.role ?? null)
  // The appeal of a moderator can only be decided by an admin.
  const role = account?.role ? 'admin' : roleToUndo(decision.kind, decision)
  if (role === 'admin' && staff.role !== 'admin') throw forbidden()
  if (decision.decided_by !== staff.id) return
  if (await hasOtherStaff(db, role, [staff.id, decision.subject_id]))
    throw new AppError('forbidden', 'Somebody else has to decide about this appeal')
}

async function undo(db: Tx, decision: AppealedDecision, account: FreezableAccount | undefined): Promise<void> {
  const { id, kind, object_id, actions, parts, decided_at } = decision
  const has_hidden = actions.includes('hide') || actions.includes('remove')
  if (has_hidden && !(await isHiddenOtherwise(db, { kind, object_id, decision_id: id })))
    await restoreObject(db, { kind, object_id, parts })
  await deleteClosedAddresses(db, id)
  if (!account) return
  // A later freeze is not the business of this decision.
  if (account.frozen_at?.getTime() === decided_at.getTime()) await clearFreeze(db, account.id)
  if (actions.includes('close')) await cancelClosure(db, account.id)
}

async function audit(db: Tx, decision: AppealedDecision, { outcome, answer, decided_by, now }: AppealOutcome) {
  await insertAuditEntry(db, {
    id: newId(now),
    staff_id: decided_by,
    action: 'appeal_decided',
    user_id: decision.subject_id,
    ...(decision.kind === 'post' && { post_id: decision.object_id }),
    reason: answer,
    details: { case_id: decision.case_id, decision_id: decision.id, outcome },
    created_at: now,
  })
}

/** The subject hears of the outcome; the reporters only if it is another one than they were told. */
async function tell(
  db: Tx,
  decision: AppealedDecision,
  { outcome, now }: AppealOutcome,
  account: FreezableAccount | undefined,
): Promise<string[]> {
  const notices: NewNotice[] = []
  const about = { ...aboutObject(decision), decision_id: decision.id, created_at: now }
  if (account) notices.push({ id: newId(now), user_id: account.id, kind: 'appeal_decided', ...about })
  const was_told = decision.case_decided_at?.getTime() === decision.decided_at.getTime()
  if (outcome === 'upheld' && was_told) {
    for (const user_id of await listReporters(db, decision.case_id))
      notices.push({ id: newId(now), user_id, kind: 'report_reversed', ...about })
  }
  await notify(db, notices)
  return notices.map(({ user_id }) => user_id)
}
