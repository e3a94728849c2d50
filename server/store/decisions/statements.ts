import type { Locale } from '#contract/accounts.ts'
import type { Action, Ground, ProfilePart, Statement } from '#contract/decisions.ts'
import type { Queryable } from '#server/db/connect.ts'
import { maySeeCase } from '#server/store/visibility/cases.ts'
import { hasStatement, isSubjectFrozen } from '#server/store/visibility/decisions.ts'

type Appeal = NonNullable<Statement['appeal']>

/** A decision against somebody, with what its statement of reasons says of the case. */
export interface StatementRow {
  number: string
  kind: Statement['kind']
  actions: Action[]
  parts: ProfilePart[] | null
  ground: Ground
  facts: string
  until: Date | null
  is_automated: boolean
  is_noticed: boolean
  decided_at: Date
  appeal_until: Date
  undone_at: Date | null
  appeal: string | null
  appealed_at: Date | null
  appeal_outcome: Appeal['outcome']
  appeal_answer: string | null
  appeal_decided_at: Date | null
  is_account_frozen: boolean
  /** The language of the subject. */
  locale: Locale | null
}

/** Undefined for a dismissal, and if the account of the subject is erased. */
export async function findStatement(db: Queryable, decision_id: string, now: Date): Promise<StatementRow | undefined> {
  const [row] = await db<StatementRow[]>`
    select c.number, c.kind, d.actions, d.parts, d.ground, d.facts, d.until, d.is_automated, d.is_noticed, d.decided_at,
      d.appeal_until, d.undone_at, d.appeal, d.appealed_at, d.appeal_outcome, d.appeal_answer, d.appeal_decided_at,
      ${isSubjectFrozen(db)} as is_account_frozen, u.locale
    from decisions d join cases c on c.id = d.case_id join users u on u.id = d.subject_id
    where d.id = ${decision_id} and ${hasStatement(db, now)}`
  return row
}

/** What a statement says of a case that is not decided yet. Undefined if this member of staff may not see it. */
export async function findCaseToState(
  db: Queryable,
  staff_id: string,
  case_id: string,
): Promise<Pick<StatementRow, 'number' | 'kind' | 'is_noticed'> | undefined> {
  const [row] = await db<Pick<StatementRow, 'number' | 'kind' | 'is_noticed'>[]>`
    select c.number, c.kind, exists (select from case_reports r where r.case_id = c.id) as is_noticed
    from cases c where c.id = ${case_id} and c.subject_id is not null and ${maySeeCase(db, staff_id)}`
  return row
}
