import type { Queryable } from '#server/db/connect.ts'
import { isNotErased, isNotFrozen } from './people.ts'

/**
 * Whether the statement of the decision `d` can be read with its link; `u` is the account of its subject. The erasure of an
 * account ends that, except that somebody whose account was closed can read why, and appeal, as long as there is time.
 */
export function hasStatement(db: Queryable, now: Date) {
  return db`(
    d.ground is not null and d.facts is not null
    and (${isNotErased(db, 'u')} or ('close' = any (d.actions) and d.appeal_until >= ${now}))
  )`
}

/** Whether the subject `u` of a decision is frozen, for whatever reason. */
export function isSubjectFrozen(db: Queryable) {
  return db`not ${isNotFrozen(db, 'u')}`
}
