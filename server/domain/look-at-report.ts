import type { ReportReason } from '#contract/cases.ts'
import { PROFILE_PARTS } from '#contract/decisions.ts'
import type { Tx } from '#server/db/connect.ts'
import { hideObject } from '#server/store/cases/hidden.ts'
import {
  findLocale,
  hasHide,
  insertDecision,
  type JudgedCase,
  lockOpenCase,
  wasLeftInPlace,
} from '#server/store/decisions/decisions.ts'
import { newId } from '#server/store/ids.ts'
import { aboutObject, type Carried } from './decide.ts'
import { notify } from './notify.ts'
import { reasonsOfUrgentReport, URGENT_REASONS } from './report-reasons.ts'
import { tellStaff } from './tell-staff.ts'

interface Reported {
  object: Pick<JudgedCase, 'object_id' | 'subject_id'> & { kind: Exclude<JudgedCase['kind'], 'notice'> }
  reason: ReportReason
  now: Date
}

/**
 * What a new report does besides its row in a case: staff are told of a new case, and what could do the most harm is
 * hidden until somebody has looked. Call it in the transaction of the report, and `announce` after the commit.
 */
export async function lookAtReport(
  db: Tx,
  { object, reason, now }: Reported,
): Promise<Pick<Carried, 'told' | 'message_id'>> {
  const found = await lockOpenCase(db, object)
  if (!found) return { told: [] }
  const is_opened = found.opened_at.getTime() === now.getTime()
  const told = is_opened ? await tellStaff(db, 'case_opened', now, found.subject_id) : []
  if (!URGENT_REASONS.includes(reason) || !(await isHiddenAutomatically(db, found))) return { told }
  const { kind, object_id, subject_id } = object
  await hideObject(db, object, now)
  const decision_id = newId(now)
  const author_id = subject_id ?? found.id
  await insertDecision(db, {
    id: decision_id,
    case_id: found.id,
    subject_id: author_id,
    actions: ['hide'],
    parts: kind === 'profile' ? PROFILE_PARTS : null,
    ...reasonsOfUrgentReport(reason, await findLocale(db, author_id)),
    until: null,
    decided_by: null,
    is_automated: true,
    decided_at: now,
  })
  const notice = { id: newId(now), user_id: author_id, kind: 'decision' as const, decision_id, created_at: now }
  await notify(db, [{ ...notice, ...aboutObject(object) }])
  return { told: [...told, author_id], ...(kind === 'message' && { message_id: object_id }) }
}

/**
 * Once for each case, and not if somebody has looked at the same thing before and left it. A profile can have changed
 * since then.
 */
async function isHiddenAutomatically(db: Tx, found: JudgedCase): Promise<boolean> {
  if (found.kind === 'notice' || (await hasHide(db, found.id))) return false
  return found.kind === 'profile' || !(await wasLeftInPlace(db, { kind: found.kind, object_id: found.object_id }))
}
