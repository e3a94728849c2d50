import type { Queryable } from '#server/db/connect.ts'
import { FIRST_ID, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { maySignIn } from '#server/store/visibility/people.ts'

export interface RecoveryRow {
  id: string
  user_id: string
  requested_at: Date
  due_at: Date
}

/** One waits at a time. False if there is one: it keeps its time and its link. */
export async function insertRecovery(
  db: Queryable,
  recovery: RecoveryRow & { stop_hash: Buffer | null },
): Promise<boolean> {
  const rows = await db`
    insert into factor_recoveries ${db({ ...recovery, state: 'waiting' }, 'id', 'user_id', 'requested_at', 'due_at', 'stop_hash', 'state')}
    on conflict do nothing returning id`
  return rows.length === 1
}

export async function findWaitingRecovery(
  db: Queryable,
  user_id: string,
): Promise<(RecoveryRow & Pick<ListedRecovery, 'is_told'>) | undefined> {
  const [row] = await db<(RecoveryRow & Pick<ListedRecovery, 'is_told'>)[]>`
    select id, user_id, requested_at, due_at, stop_hash is not null as is_told
    from factor_recoveries where user_id = ${user_id} and state = 'waiting'`
  return row
}

export type RecoveryEnd = 'approved' | 'refused' | 'stopped' | 'cancelled'

/** Compare and swap: of two decisions one gets the row. */
export async function endRecovery(
  db: Queryable,
  id: string,
  state: RecoveryEnd,
  now: Date,
): Promise<RecoveryRow | undefined> {
  const [row] = await db<RecoveryRow[]>`
    update factor_recoveries set state = ${state}, ended_at = ${now}, stop_hash = null
    where id = ${id} and state = 'waiting' returning id, user_id, requested_at, due_at`
  return row
}

/** The link of the mail. */
export async function stopRecovery(db: Queryable, stop_hash: Buffer, now: Date): Promise<RecoveryRow | undefined> {
  const [row] = await db<RecoveryRow[]>`
    update factor_recoveries set state = 'stopped', ended_at = ${now}, stop_hash = null
    where stop_hash = ${stop_hash} and state = 'waiting' returning id, user_id, requested_at, due_at`
  return row
}

/** Whoever signs in with a factor has not lost all of them. */
export async function cancelRecovery(db: Queryable, user_id: string, now: Date): Promise<void> {
  await db`
    update factor_recoveries set state = 'cancelled', ended_at = ${now}, stop_hash = null
    where user_id = ${user_id} and state = 'waiting'`
}

/** The user of a request that waits and has not been mailed. Locks it until the transaction ends. */
export async function lockUntoldRecovery(db: Queryable, id: string): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select user_id from factor_recoveries where id = ${id} and state = 'waiting' and stop_hash is null for update`
  return row?.user_id
}

/** When the mail is sent. A mail that was late begins the waiting time. */
export async function setStopLink(
  db: Queryable,
  { id, stop_hash, due_at }: { id: string; stop_hash: Buffer; due_at: Date },
): Promise<RecoveryRow | undefined> {
  const [row] = await db<RecoveryRow[]>`
    update factor_recoveries set stop_hash = ${stop_hash}, due_at = greatest(due_at, ${due_at})
    where id = ${id} and state = 'waiting' returning id, user_id, requested_at, due_at`
  return row
}

export interface ListedRecovery extends RecoveryRow {
  username: string
  email: string
  /** Whether the mail with the link was sent. */
  is_told: boolean
}

/** The requests that wait, the oldest first, plus the first row of the next page. */
export async function listRecoveries(
  db: Queryable,
  after: TimeCursor = { at: new Date(0), id: FIRST_ID },
): Promise<ListedRecovery[]> {
  return await db<ListedRecovery[]>`
    ${listed(db)} and (r.requested_at, r.id) > (${after.at}, ${after.id}::uuid)
    order by r.requested_at, r.id limit ${PAGE_ROWS}`
}

/** One of them. */
export async function findListedRecovery(db: Queryable, id: string): Promise<ListedRecovery | undefined> {
  const [row] = await db<ListedRecovery[]>`${listed(db)} and r.id = ${id}`
  return row
}

function listed(db: Queryable) {
  return db`
    select r.stop_hash is not null as is_told, r.id, r.user_id, r.requested_at, r.due_at, u.username, u.email
    from factor_recoveries r join users u on u.id = r.user_id
    where r.state = 'waiting' and ${maySignIn(db, 'u')}`
}
