import type { Queryable } from '#server/db/connect.ts'
import { hasNoDeletionRequest, isNotErased, isNotFrozen } from '#server/store/visibility/people.ts'

/** Frozen people ask for their data without a session. */

/** Whom a decision is about, while the account exists. */
export async function findFrozenSubject(
  db: Queryable,
  decision_id: string,
): Promise<{ id: string; frozen_at: Date | null } | undefined> {
  const [row] = await db<{ id: string; frozen_at: Date | null }[]>`
    select u.id, u.frozen_at from decisions d join users u on u.id = d.subject_id
    where d.id = ${decision_id} and ${isNotErased(db, 'u')} and ${hasNoDeletionRequest(db, 'u')}`
  return row
}

/** The owner of an export, while they are frozen. Everybody else downloads it with a session. */
export async function findFrozenOwner(db: Queryable, export_id: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select u.id from exports e join users u on u.id = e.user_id
    where e.id = ${export_id} and ${hasNoDeletionRequest(db, 'u')} and not ${isNotFrozen(db, 'u')}`
  return row?.id
}
