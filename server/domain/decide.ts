import type { ReportedKind } from '#contract/cases.ts'
import { type Action, PROFILE_PARTS } from '#contract/decisions.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import { clearFreeze, type FreezableAccount, lockFreezableAccount, setFreeze } from '#server/store/accounts/freezes.ts'
import { openCase } from '#server/store/cases/cases.ts'
import { hideObject, restoreObject } from '#server/store/cases/hidden.ts'
import type { ReportedObject } from '#server/store/cases/reported-objects.ts'
import {
  closeCase,
  endHides,
  endProposal,
  insertDecision,
  isClosedAccount,
  isHiddenOtherwise,
  type JudgedCase,
  listReporters,
  lockCase,
  lockOpenCase,
  type Measure,
  passToAdmin,
  settleContentNotices,
} from '#server/store/decisions/decisions.ts'
import { newId } from '#server/store/ids.ts'
import type { NewNotice } from '#server/store/notices.ts'
import { lockJudgedPost } from '#server/store/posts.ts'
import { lockProfile } from '#server/store/profiles.ts'
import { archivePostReports } from '#server/store/reports/report-cases.ts'
import { deleteSessionsOf } from '#server/store/sessions.ts'
import { hasOtherStaff } from '#server/store/staff/roles.ts'
import { closeAccount } from './close-account.ts'
import { type AskedDecision, type Decider, refuseBeyondRole, refuseForeignFreeze } from './decision-rules.ts'
import { notify } from './notify.ts'
import { publishHidden } from './publish-hidden.ts'
import { publishNotices } from './publish-notices.ts'

/** What a decision is about, locked until the transaction ends. */
export interface Locked {
  /** Undefined if the account is erased, or the case is about nobody. */
  account: FreezableAccount | undefined
}

/**
 * Locks the account and the object of a case, before the case itself is locked. Everything that decides uses this order:
 * account, object, case.
 */
export async function lockSubject(
  db: Tx,
  { kind, object_id, subject_id }: Pick<JudgedCase, 'kind' | 'object_id' | 'subject_id'>,
): Promise<Locked> {
  const account = subject_id === null ? undefined : await lockFreezableAccount(db, subject_id)
  if (kind === 'post') await lockJudgedPost(db, object_id)
  if (kind === 'profile') await lockProfile(db, object_id)
  return { account }
}

export interface Judgement extends Locked {
  staff: Decider
  /** The case, locked, which is not decided yet. */
  found: JudgedCase
  asked: AskedDecision
  /** The reason that the author of a removed post reads in the notice; the facts by default. */
  note?: string | null
  now: Date
}

/** What a decision has done. The audit entry is the caller's, in the same transaction; `announce` follows the commit. */
export interface Carried {
  state: 'decided' | 'proposed'
  /** Undefined if the same admin has proposed to close the account before. */
  decision_id?: string
  /** The entry of the post in the list of handled reports. */
  report_case_id?: string
  reporters: string[]
  told: string[]
  /** Whose sessions have ended. */
  ended?: string
  /** The message that was hidden or restored. */
  message_id?: string
}

/** Refuses what is beyond the role of the decider, and decisions about oneself or about staff of the same role. */
export function refuseUnlessAllowed({ staff, found, account, asked, now }: Judgement): void {
  refuseBeyondRole(staff, found, asked, { role: account?.role ?? null, now })
}

/**
 * Carries out a decision, all of it in one transaction: the object, the account, the case, its reports, and the notices.
 * Call `refuseUnlessAllowed` before.
 */
export async function decide(ctx: Pick<Context, 'secret'>, db: Tx, judgement: Judgement): Promise<Carried> {
  const { staff, found, asked, now } = judgement
  if (found.decided_at !== null) throw invalid('action', 'This case is decided already')
  await refuseImpossible(db, judgement)
  const { actions } = asked
  if (actions.includes('close') && (await needsSecondAdmin(db, staff, found))) return await propose(db, judgement)
  const decision_id = newId(now)
  await endEarlierMeasures(db, judgement)
  await storeDecision(db, judgement, decision_id, actions)
  if (actions.includes('hide') || actions.includes('remove')) await hideObject(db, objectOf(judgement), now)
  const ended = await sanction(ctx, db, judgement, decision_id)
  const changed = { ...ended, ...(found.kind === 'message' && { message_id: found.object_id }) }
  if (actions.includes('hide')) {
    await passToAdmin(db, found.id, null)
    return {
      state: 'decided',
      decision_id,
      reporters: [],
      told: await tell(db, judgement, { decision_id }),
      ...changed,
    }
  }
  const { report_case_id, reporters } = await settleReports(db, judgement)
  await closeCase(db, found.id, now)
  await settleContentNotices(db, found.id, now)
  const told = await tell(db, judgement, { decision_id, report_case_id, reporters })
  return { state: 'decided', decision_id, ...(report_case_id && { report_case_id }), reporters, told, ...changed }
}

const OWN_INITIATIVE = { severity: 1 } as const

/**
 * The case of an object that waits, locked; or a new one, if staff act without a report. Lock the account and the object
 * before.
 */
export async function lockOrOpenCase(db: Tx, object: ReportedObject, now: Date): Promise<JudgedCase> {
  const waiting = await lockOpenCase(db, object)
  if (waiting) return waiting
  const id = await openCase(db, object, { ...OWN_INITIATIVE, due_at: now, now })
  const opened = await lockCase(db, id)
  if (!opened) throw new Error('the case that was just opened is gone')
  return opened
}

/** Tells open pages what has happened. Call it after the commit. */
export async function announce(
  ctx: Pick<Context, 'db' | 'jobs' | 'live' | 'log'>,
  { told, ended, message_id }: Pick<Carried, 'told' | 'ended' | 'message_id'>,
): Promise<void> {
  if (ended !== undefined) ctx.live.publish({ kind: 'user_ended', user_id: ended })
  if (message_id !== undefined) await publishHidden(ctx, { kind: 'message', object_id: message_id })
  await publishNotices(ctx, told)
}

async function refuseImpossible(db: Tx, { found, account, asked, staff }: Judgement): Promise<void> {
  const { actions } = asked
  if (found.kind === 'notice' && !actions.includes('dismiss'))
    throw invalid('action', 'There is nothing to act on: this notice can only be dismissed')
  if (!actions.includes('freeze') && !actions.includes('close')) return
  if (!account) throw invalid('action', 'The account is erased')
  if (await isClosedAccount(db, account.id)) throw invalid('action', 'The account is closed already')
  if (actions.includes('freeze')) refuseForeignFreeze(staff, account)
}

/** Closing an account takes two admins, if there are two. The command line decides alone. */
async function needsSecondAdmin(db: Tx, staff: Decider, { closing_proposed_by, subject_id }: JudgedCase) {
  if (staff === null || (closing_proposed_by !== null && closing_proposed_by !== staff.id)) return false
  return await hasOtherStaff(db, 'admin', [staff.id, subject_id ?? staff.id])
}

/** The account is frozen until a second admin agrees or decides something else. Idempotent. */
async function propose(db: Tx, judgement: Judgement): Promise<Carried> {
  const { staff, found, asked, now } = judgement
  if (staff === null || found.closing_proposed_by === staff.id) return { state: 'proposed', reporters: [], told: [] }
  const decision_id = newId(now)
  const frozen = { ...judgement, asked: { ...asked, actions: ['freeze'] as const, until: null } }
  await storeDecision(db, frozen, decision_id, ['freeze'])
  await passToAdmin(db, found.id, staff.id)
  const ended = await freeze(db, frozen)
  return { state: 'proposed', decision_id, reporters: [], told: await tell(db, frozen, { decision_id }), ...ended }
}

/**
 * A hide lasts until somebody has looked, and the freeze of a proposed closing until it is decided. Whatever is decided
 * now replaces them: what is not hidden again is restored.
 */
async function endEarlierMeasures(db: Tx, judgement: Judgement): Promise<void> {
  const { found, asked, account, now } = judgement
  const { actions } = asked
  const stays_hidden = actions.includes('hide') || actions.includes('remove')
  const ended: Measure[] = stays_hidden ? [] : await endHides(db, found.id, now)
  if (found.closing_proposed_by !== null) ended.push(...(await endProposal(db, found.id, now)))
  for (const { id, parts, actions: earlier, decided_at } of ended) {
    if (earlier.includes('hide')) await restoreUnlessHidden(db, judgement, { decision_id: id, parts })
    const is_current = account?.frozen_at?.getTime() === decided_at.getTime()
    if (account && earlier.includes('freeze') && is_current && !actions.includes('freeze'))
      await clearFreeze(db, account.id)
  }
}

async function restoreUnlessHidden(
  db: Tx,
  { found }: Judgement,
  { decision_id, parts }: { decision_id: string; parts: Measure['parts'] },
): Promise<void> {
  if (found.kind === 'notice') return
  const object = { kind: found.kind, object_id: found.object_id }
  if (!(await isHiddenOtherwise(db, { ...object, decision_id }))) await restoreObject(db, { ...object, parts })
}

async function storeDecision(
  db: Tx,
  { staff, found, asked, now }: Judgement,
  id: string,
  actions: readonly Action[],
): Promise<void> {
  const { ground, facts, until } = asked
  await insertDecision(db, {
    id,
    case_id: found.id,
    // A notice about nobody is only ever dismissed.
    subject_id: found.subject_id ?? found.id,
    actions,
    parts: partsOf(found.kind, asked),
    ground,
    facts,
    until: actions.includes('freeze') ? until : null,
    decided_by: staff?.id ?? null,
    is_automated: false,
    decided_at: now,
  })
}

/** What a decision hides or removes of a profile; null for everything else. */
function partsOf(kind: JudgedCase['kind'], { actions, parts }: AskedDecision) {
  if (kind !== 'profile' || !(actions.includes('hide') || actions.includes('remove'))) return null
  return parts ?? PROFILE_PARTS
}

function objectOf({ found, asked }: Judgement) {
  return { kind: found.kind as ReportedKind, object_id: found.object_id, parts: partsOf(found.kind, asked) }
}

/** Freezes or closes the account. */
async function sanction(
  { secret }: Pick<Context, 'secret'>,
  db: Tx,
  judgement: Judgement,
  decision_id: string,
): Promise<{ ended?: string }> {
  const { account, asked, now } = judgement
  if (asked.actions.includes('freeze')) return await freeze(db, judgement)
  if (!asked.actions.includes('close') || !account) return {}
  const { ground, facts } = asked
  await closeAccount(db, { user_id: account.id, decision_id, ground: ground ?? '', facts: facts ?? '', secret, now })
  return { ended: account.id }
}

async function freeze(db: Tx, { account, asked, now }: Judgement): Promise<{ ended?: string }> {
  if (!account) return {}
  const { until: ends_at, ground, facts } = asked
  await setFreeze(db, account.id, { ends_at, ground: ground ?? '', facts: facts ?? '' }, now)
  await deleteSessionsOf(db, account.id)
  return { ended: account.id }
}

/** Everybody who reported it. The reports of a post move to the list of those that were handled. */
async function settleReports(
  db: Tx,
  { staff, found, asked, note, now }: Judgement,
): Promise<{ report_case_id?: string; reporters: string[] }> {
  const reporters = await listReporters(db, found.id)
  if (found.kind !== 'post') return { reporters }
  const archived = await archivePostReports(db, found.object_id, {
    id: newId(now),
    outcome: asked.actions.includes('remove') ? 'removed' : 'dismissed',
    note: note === undefined ? asked.facts : note,
    staff_id: staff?.id ?? null,
    handled_at: now,
  })
  if (!archived) return { reporters }
  return { report_case_id: archived.case_id, reporters: [...new Set([...archived.reporters, ...reporters])].sort() }
}

interface Telling {
  decision_id: string
  report_case_id?: string | undefined
  reporters?: string[]
}

/** The subject learns of everything but a dismissal, and the reporters of the outcome. Neither learns of the other. */
async function tell(db: Tx, judgement: Judgement, told: Telling): Promise<string[]> {
  const { found, account, asked, now } = judgement
  const { decision_id, report_case_id, reporters = [] } = told
  const is_against = !asked.actions.includes('dismiss')
  const notices: NewNotice[] = []
  if (is_against && account) notices.push(subjectNotice(judgement, decision_id, report_case_id))
  const kind = is_against ? ('report_upheld' as const) : ('report_dismissed' as const)
  const about = { ...aboutObject(found), decision_id, created_at: now }
  for (const user_id of reporters) notices.push({ id: newId(now), user_id, kind, ...about })
  await notify(db, notices)
  return notices.map(({ user_id }) => user_id)
}

/** What a notice is about. That of a reporter never says more: the decision is between its subject and staff. */
export function aboutObject({ kind, object_id }: Pick<JudgedCase, 'kind' | 'object_id'>) {
  if (kind === 'post') return { post_id: object_id }
  return kind === 'notice' ? {} : { details: { object_kind: kind } }
}

function subjectNotice({ found, account, asked, note, now }: Judgement, decision_id: string, case_id?: string) {
  const about = { id: newId(now), user_id: account?.id ?? '', decision_id, created_at: now }
  if (found.kind === 'post' && asked.actions.includes('remove')) {
    const details = { reason: note === undefined ? asked.facts : note }
    return { ...about, kind: 'post_removed' as const, details, post_id: found.object_id, ...(case_id && { case_id }) }
  }
  return { ...about, kind: 'decision' as const, ...aboutObject(found) }
}
