import type { Db, Queryable } from '#server/db/connect.ts'

/** Serialises everything about one object of a provider until the transaction ends (advisory lock). */
export async function lockProviderObject(
  db: Queryable,
  kind: 'checkout' | 'payment' | 'membership' | 'account' | 'payout',
  provider: string,
  reference: string,
): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${provider} ${reference}`}, 0))`
}

export interface StoredEvent {
  provider: 'stripe' | 'sandbox'
  id: string
  type: string
  /** Null for what does not concern us: it is kept and ignored. */
  subject_kind: 'checkout' | 'payment' | 'membership' | 'account' | 'payout' | null
  subject: string | null
  at: Date
}

/** Keeps an event, once. An event without a subject is handled at once: it is ignored. */
export async function insertProviderEvent(db: Queryable, event: StoredEvent, now: Date): Promise<boolean> {
  const isIgnored = event.subject === null
  const row = {
    ...event,
    received_at: now,
    handled_at: isIgnored ? now : null,
    next_attempt_at: isIgnored ? null : now,
  }
  return (await db`insert into provider_events ${db(row)} on conflict do nothing returning 1`).length > 0
}

/**
 * Takes the event that has been due for longest, with all others that are due about the same object, and sets the time of
 * their next attempt, so that those whose process is killed are taken again. Processes take in turns: of two statements side by
 * side each could lock some of the events about one object, and both would look it up.
 */
export async function takeDueEvents(
  db: Db,
  provider: StoredEvent['provider'],
  now: Date,
  { first_wait_ms, max_wait_ms }: { first_wait_ms: number; max_wait_ms: number },
): Promise<StoredEvent[]> {
  const isDue = db`e.provider = ${provider} and e.handled_at is null and e.next_attempt_at <= ${now}`
  return await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`due events of ${provider}`}, 0))`
    return await tx<StoredEvent[]>`
    with oldest as (
      select e.subject_kind, e.subject from provider_events e
      where ${isDue} order by e.next_attempt_at, e.at, e.id limit 1 for update skip locked
    ), due as (
      select e.id from provider_events e join oldest using (subject_kind, subject)
      where ${isDue} for update of e skip locked
    )
    update provider_events e set attempts = e.attempts + 1,
      next_attempt_at = ${now}::timestamptz
        + least(${first_wait_ms}::float8 * power(2, least(e.attempts, 30)), ${max_wait_ms}::float8) * interval '1 ms'
    from due where e.provider = ${provider} and e.id = due.id
    returning e.provider, e.id, e.type, e.subject_kind, e.subject, e.at`
  })
}

export async function markEventsHandled(db: Queryable, events: readonly EventKey[], now: Date): Promise<void> {
  await db`
    update provider_events set handled_at = ${now}, next_attempt_at = null, error = null where ${isOneOf(db, events)}`
}

/** Says why the last attempt failed. The next one is planned already. */
export async function markEventsFailed(db: Queryable, events: readonly EventKey[], error: string): Promise<void> {
  await db`update provider_events set error = ${error} where ${isOneOf(db, events)}`
}

/** They are all of one provider. */
function isOneOf(db: Queryable, events: readonly EventKey[]) {
  return db`provider = ${events[0]?.provider ?? null} and id = any(${events.map(({ id }) => id)})`
}

/** Removes what was handled before this time. */
export async function sweepProviderEvents(db: Queryable, before: Date): Promise<void> {
  await db`delete from provider_events where handled_at < ${before}`
}

type EventKey = Pick<StoredEvent, 'provider' | 'id'>
