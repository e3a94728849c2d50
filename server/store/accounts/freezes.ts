import type { Role } from '#contract/accounts.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import type { Freeze } from '#server/errors.ts'
import { isNotErased } from '#server/store/visibility/people.ts'

/** Frozen accounts. Migration 016 explains the columns; an end of 'infinity' is read as null here. */

/** Since when an account is frozen, and until when. */
export function freezeColumns(db: Queryable, users: string) {
  return db`${db(users)}.frozen_at, nullif(${db(users)}.frozen_until, 'infinity') as frozen_until`
}

export interface FreezableAccount {
  id: string
  role: Role | null
  frozen_at: Date | null
  frozen_until: Date | null
  frozen_ground: string | null
  frozen_facts: string | null
}

/** Locks an account until the transaction ends (`for no key update`), so that decisions about it come one by one. */
export async function lockFreezableAccount(db: Tx, user_id: string): Promise<FreezableAccount | undefined> {
  const [row] = await db<FreezableAccount[]>`
    select id, role, ${freezeColumns(db, 'users')}, frozen_ground, frozen_facts from users
    where id = ${user_id} and ${isNotErased(db, 'users')} for no key update`
  return row
}

export async function setFreeze(db: Tx, user_id: string, { ends_at, ground, facts }: Freeze, now: Date): Promise<void> {
  await db`
    update users set frozen_at = ${now}, frozen_until = coalesce(${ends_at}::timestamptz, 'infinity'),
      frozen_ground = ${ground}, frozen_facts = ${facts}
    where id = ${user_id}`
}

export async function clearFreeze(db: Tx, user_id: string): Promise<void> {
  await db`update users set ${noFreeze(db)} where id = ${user_id}`
}

/** Ends every freeze whose time is over. */
export async function endDueFreezes(db: Queryable, now: Date): Promise<void> {
  await db`update users set ${noFreeze(db)} where frozen_until <= ${now}`
}

/** The same for one account, whose owner signs in before the job has run. */
export async function endDueFreeze(db: Queryable, user_id: string, now: Date): Promise<void> {
  await db`update users set ${noFreeze(db)} where id = ${user_id} and frozen_until <= ${now}`
}

function noFreeze(db: Queryable) {
  return db`frozen_at = null, frozen_until = null, frozen_ground = null, frozen_facts = null`
}

export interface FoundFreeze extends Freeze {
  /** Null for a freeze from before there were decisions. */
  decision_id: string | null
}

/** The freeze of an account, for somebody who has given this password. Undefined if the password has changed. */
export async function findFreeze(
  db: Queryable,
  user_id: string,
  password_hash: string,
): Promise<FoundFreeze | undefined> {
  const [row] = await db<FoundFreeze[]>`
    select nullif(frozen_until, 'infinity') as ends_at, frozen_ground as ground, frozen_facts as facts,
      (
        select d.id from decisions d
        where d.subject_id = users.id and d.decided_at = users.frozen_at and d.actions && array['freeze', 'close']
        order by d.id desc limit 1
      ) as decision_id
    from users
    where id = ${user_id} and password_hash = ${password_hash} and frozen_until is not null`
  return row
}
