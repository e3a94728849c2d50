import type { PayoutBatch } from '#contract/payouts.ts'
import type { Queryable } from '#server/db/connect.ts'
import { FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { isVerifiedCreator } from '#server/store/verifications.ts'
import { isNotFrozen } from '#server/store/visibility/people.ts'
import { isAccountHeld } from './payees.ts'
import { type Payout, payoutColumns } from './payouts.ts'

const UUIDS = 2951
const TEXTS = 1009

/** What decides whether a payout may be sent now. */
export interface PayoutChecks {
  now: Date
  /** The keys with which an account can be opened. */
  key_ids: readonly string[]
}

/** Which payouts the next batch takes. */
interface BatchOptions extends PayoutChecks {
  /** With real money no payout of play money gets into a file. */
  with_demo: boolean
}

/**
 * Why a payout that was asked for must not be sent now: its creator is frozen, no longer verified, or has just changed the
 * account, or the account is encrypted with a key that is lost. Null if it can be sent.
 */
function waitsFor(db: Queryable, { now, key_ids }: PayoutChecks) {
  return db`
    case
      when not (${isNotFrozen(db, 'u')}) then 'frozen'
      when not ${isVerifiedCreator(db, 'p.creator_id', now)} then 'verification'
      when p.provider = 'manual' and p.key_id <> all (${db.array(key_ids, TEXTS)}) then 'account'
      when ${isAccountHeld(db, 'y', now)} then 'account_change'
    end`
}

/** Payouts that the operator has to pay, without those that must not be sent now. */
function waitingPayouts(db: Queryable, { now, key_ids, with_demo }: BatchOptions) {
  return db`
    from payouts p left join payees y on y.creator_id = p.creator_id left join users u on u.id = p.creator_id
    where p.state = 'asked' and p.provider = 'manual' and p.batch_id is null and (${with_demo} or not p.is_demo)
      and ${waitsFor(db, { now, key_ids })} is null`
}

export async function sumWaiting(db: Queryable, options: BatchOptions): Promise<{ lines: number; cents: number }> {
  const [sums] = await db<{ lines: number; cents: number }[]>`
    select count(*) as lines, coalesce(sum(p.cents), 0) as cents ${waitingPayouts(db, options)}`
  return sums ?? { lines: 0, cents: 0 }
}

/**
 * Puts everything that waits into a new batch, in the order in which it was asked for. Undefined if nothing waits. Rows that
 * another transaction holds are left out, so that two batches never contain the same payout.
 */
export async function insertBatch(
  db: Queryable,
  { id, created_by }: { id: string; created_by: string | null },
  options: BatchOptions,
): Promise<BatchRow | undefined> {
  const waiting = await db<{ id: string }[]>`
    select p.id ${waitingPayouts(db, options)} order by p.asked_at, p.id for update of p skip locked`
  if (waiting.length === 0) return undefined
  const ids = waiting.map((row) => row.id)
  // Batches are numbered one after the other: the lock is held until the transaction ends.
  await db`select pg_advisory_xact_lock(hashtextextended('payout batches', 0))`
  await db`
    insert into payout_batches (id, number, created_by, created_at)
    select ${id}::uuid, coalesce(max(number), 0) + 1, ${created_by}::uuid, ${options.now}::timestamptz from payout_batches`
  await db`update payouts set batch_id = ${id} where id = any (${db.array(ids, UUIDS)})`
  return await findBatch(db, { id })
}

/** A batch, and the sums of its lines. */
export interface BatchRow {
  id: string
  number: number
  state: PayoutBatch['state']
  lines: number
  cents: number
  paid: number
  failed: number
  created_at: Date
  /** Null if their account is erased, and for the command line. */
  created_by: string | null
  downloaded_at: Date | null
  sent_at: Date | null
}

function batches(db: Queryable) {
  return db`
    select b.id, b.number, b.created_at, staff.username as created_by, b.downloaded_at, b.sent_at, lines.*,
      case when lines.lines = lines.paid + lines.failed then 'done' when b.sent_at is null then 'open' else 'sent' end
        as state
    from payout_batches b
      left join users staff on staff.id = b.created_by
      cross join lateral (
        select count(*) as lines, coalesce(sum(cents), 0) as cents, count(*) filter (where state = 'paid') as paid,
          count(*) filter (where state = 'failed') as failed
        from payouts where batch_id = b.id
      ) lines`
}

/** By its id, or by its number. */
export async function findBatch(
  db: Queryable,
  { id = null, number = null }: { id?: string | null; number?: number | null },
): Promise<BatchRow | undefined> {
  const [batch] = await db<BatchRow[]>`
    ${batches(db)} where b.id = ${id}::uuid or b.number = ${number}::integer`
  return batch
}

/** A page of batches, newest first, plus the first row of the next page. */
export async function listBatches(db: Queryable, { at, id }: TimeCursor = FIRST_PAGE): Promise<BatchRow[]> {
  return await db<BatchRow[]>`
    ${batches(db)} where (b.created_at, b.id) < (${at}, ${id}::uuid)
    order by b.created_at desc, b.id desc limit ${PAGE_ROWS}`
}

/** Locks a batch until the transaction ends. Undefined if there is none. */
export async function lockBatch(
  db: Queryable,
  id: string,
): Promise<Pick<BatchRow, 'sent_at' | 'downloaded_at'> | undefined> {
  const [batch] = await db<Pick<BatchRow, 'sent_at' | 'downloaded_at'>[]>`
    select sent_at, downloaded_at from payout_batches where id = ${id} for update`
  return batch
}

export async function setBatchSent(db: Queryable, id: string, now: Date): Promise<void> {
  await db`update payout_batches set sent_at = ${now} where id = ${id}`
}

/** Takes the lines out of a batch that must not be sent now. They wait for a later one. Returns how many. */
export async function releaseLines(db: Queryable, batch_id: string, checks: PayoutChecks): Promise<number> {
  const released = await db`
    update payouts set batch_id = null where id in (
      select p.id
      from payouts p left join payees y on y.creator_id = p.creator_id left join users u on u.id = p.creator_id
      where p.batch_id = ${batch_id} and p.state = 'asked' and ${waitsFor(db, checks)} is not null
    ) returning id`
  return released.length
}

export async function setBatchDownloaded(db: Queryable, id: string, now: Date): Promise<void> {
  await db`update payout_batches set downloaded_at = ${now} where id = ${id}`
}

/** A line of the file for the bank. The account is sealed. */
export interface BatchLine {
  id: string
  creator_id: string
  cents: number
  asked_at: Date
  sealed: Buffer | null
  key_id: string | null
}

/** What the bank was told to pay: a line that failed before the batch was sent is not in the file. */
export async function listBatchLines(db: Queryable, batch_id: string): Promise<BatchLine[]> {
  return await db<BatchLine[]>`
    select id, creator_id, cents, asked_at, sealed, key_id from payouts
    where batch_id = ${batch_id} and (state <> 'failed' or sent_at is not null) order by asked_at, id`
}

/** A payout as staff see it. */
export interface StaffPayoutRow extends Payout {
  creator: string | null
  batch: number | null
  /** Why no batch takes it, or why the file of its batch leaves it out. */
  waits_for: 'frozen' | 'verification' | 'account' | 'account_change' | null
}

export interface StaffPayoutFilter {
  id?: string | undefined
  state?: Payout['state'] | undefined
  batch_id?: string | undefined
  /** In the form in which names are compared. */
  name_key?: string | undefined
}

/** A page of payouts, newest first, plus the first row of the next page. */
export async function listStaffPayouts(
  db: Queryable,
  { id, state, batch_id, name_key }: StaffPayoutFilter,
  checks: PayoutChecks,
  before: TimeCursor = FIRST_PAGE,
  limit = PAGE_ROWS,
): Promise<StaffPayoutRow[]> {
  const filters = [
    id === undefined ? db`` : db`and p.id = ${id}`,
    state === undefined ? db`` : db`and p.state = ${state}`,
    batch_id === undefined ? db`` : db`and p.batch_id = ${batch_id}`,
    name_key === undefined
      ? db``
      : db`and p.creator_id = (select user_id from usernames where usernames.name_key = ${name_key})`,
  ] as const
  return await db<StaffPayoutRow[]>`
    select ${payoutColumns(db)}, u.username as creator, b.number as batch,
      case when p.state = 'asked' then ${waitsFor(db, checks)} end as waits_for
    from payouts p
      left join users u on u.id = p.creator_id
      left join payees y on y.creator_id = p.creator_id
      left join payout_batches b on b.id = p.batch_id
    where (p.asked_at, p.id) < (${before.at}, ${before.id}::uuid) ${filters[0]} ${filters[1]} ${filters[2]} ${filters[3]}
    order by p.asked_at desc, p.id desc limit ${limit}`
}
