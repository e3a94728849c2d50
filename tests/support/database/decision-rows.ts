import type { CaseKind, CaseState } from '#contract/cases.ts'
import { type Action, APPEAL_DAYS, type Ground, type ProfilePart } from '#contract/decisions.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { later } from '#server/time.ts'

interface CaseInput {
  subject: { id: string }
  kind?: CaseKind
  state?: CaseState
  severity?: number
  at: Date
}

/** Far above the numbers that the product gives in a test. */
let numbers = 9000

/** Inserts a case without reports. Returns its id and its number. */
export async function insertCase(db: Queryable, input: CaseInput): Promise<{ id: string; number: string }> {
  const { subject, kind = 'story', state = 'open', severity = 1, at } = input
  numbers += 1
  const [id, number] = [newId(at), `2026-${numbers}`]
  await db`
    insert into cases ${db({
      ...{ id, number, kind, state, severity, object_id: newId(at), subject_id: subject.id },
      opened_at: at,
      due_at: later(at, DAY_MS),
      decided_at: state === 'decided' ? at : null,
      evidence: db.json({ username: null, text: null, messages: [] }) as never,
    })}`
  return { id, number }
}

interface DecisionInput extends CaseInput {
  actions?: Action[]
  parts?: ProfilePart[] | null
  ground?: Ground | null
  facts?: string | null
  until?: Date | null
  is_automated?: boolean
  is_noticed?: boolean
}

/** Inserts a decision in a case of its own. */
export async function insertDecision(
  db: Queryable,
  { subject, at, ...input }: DecisionInput,
): Promise<{ id: string; case_id: string; number: string }> {
  const { actions = ['remove'], parts = null, ground = 'terms_consent', facts = 'She never agreed to it' } = input
  const about = await insertCase(db, { state: 'decided', ...input, subject, at })
  const id = newId(at)
  await db`
    insert into decisions ${db({
      ...{ id, case_id: about.id, subject_id: subject.id, actions, parts, ground, facts },
      until: input.until ?? null,
      is_automated: input.is_automated ?? false,
      is_noticed: input.is_noticed ?? true,
      decided_at: at,
      appeal_until: later(at, APPEAL_DAYS * DAY_MS),
    })}`
  return { id, case_id: about.id, number: about.number }
}
