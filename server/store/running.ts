import type { PendingQuery, Row } from 'postgres'
import type { Queryable } from '#server/db/connect.ts'

/** A value or a column, as a statement names it: db`${id}`, db`p.id`. */
type Named = PendingQuery<Row[]>

/** Whose subscription, and to whom. */
interface Pair {
  fan: Named
  creator: Named
}

/**
 * A period of a subscription lets in from its start on, and no more at its end. Every statement that opens something to
 * subscribers asks for this of the table, or the alias, that it names, or for one of the two below.
 */
export function isRunning(db: Queryable, table: string, now: Date) {
  return db`${db(`${table}.starts_at`)} <= ${now} and ${db(`${table}.expires_at`)} > ${now}`
}

/** Whether the fan is let in now. */
export function isSubscribed(db: Queryable, { fan, creator }: Pair, now: Date) {
  return db`exists (
    select from subscriptions s where s.fan_id = ${fan} and s.profile_id = ${creator} and ${isRunning(db, 's', now)}
  )`
}

/** To be joined laterally: until when the fan is let in, as `expires_at`, or no row at all. */
export function runningPeriod(db: Queryable, { fan, creator }: Pair, now: Date) {
  return db`(
    select expires_at from subscriptions s
    where s.fan_id = ${fan} and s.profile_id = ${creator} and ${isRunning(db, 's', now)}
    order by expires_at desc limit 1
  )`
}
