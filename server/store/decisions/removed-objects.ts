import type { CaseKind } from '#contract/cases.ts'
import type { ProfilePart } from '#contract/decisions.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'

/** A removal that nobody can undo any more. */
export interface FinalRemoval {
  id: string
  kind: CaseKind
  object_id: string
  parts: ProfilePart[] | null
}

/** Those whose time to appeal is over, without those that an appeal or a legal hold keeps. */
export async function listFinalRemovals(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select d.id from decisions d join cases c on c.id = d.case_id where ${isFinal(db, now)} order by d.appeal_until limit 500`
  return rows.map(({ id }) => id)
}

/** Locks one of them until the transaction ends. Undefined if another process was faster, or something has changed. */
export async function lockFinalRemoval(db: Tx, id: string, now: Date): Promise<FinalRemoval | undefined> {
  const [row] = await db<FinalRemoval[]>`
    select d.id, c.kind, c.object_id, d.parts from decisions d join cases c on c.id = d.case_id
    where d.id = ${id} and ${isFinal(db, now)} for no key update of d skip locked`
  return row
}

function isFinal(db: Queryable, now: Date) {
  return db`
    'remove' = any (d.actions) and d.undone_at is null and d.erased_at is null and d.appeal_until < ${now}
    and (d.appealed_at is null or d.appeal_decided_at is not null) and not c.legal_hold`
}

export async function markErased(db: Tx, id: string, now: Date): Promise<void> {
  await db`update decisions set erased_at = ${now} where id = ${id}`
}
