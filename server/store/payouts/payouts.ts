import type { PAYOUT_STATES, PayoutFailure } from '#contract/payouts.ts'
import type { Queryable } from '#server/db/connect.ts'
import { FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'

const UUIDS = 2951

/** One transfer of money to a creator. */
export interface Payout {
  id: string
  creator_id: string
  cents: number
  state: (typeof PAYOUT_STATES)[number]
  provider: 'manual' | 'stripe' | 'sandbox'
  batch_id: string | null
  /** At the provider. */
  reference: string | null
  account_last4: string | null
  asked_at: Date
  sent_at: Date | null
  ended_at: Date | null
  failure: PayoutFailure | null
  note: string | null
  is_demo: boolean
}

export interface NewPayout extends Pick<Payout, 'id' | 'creator_id' | 'cents' | 'provider' | 'asked_at' | 'is_demo'> {
  state: 'asked'
  /** The account as it is now. */
  sealed: Buffer | null
  key_id: string | null
  account_last4: string | null
  month: string | null
  client_id: string | null
  /** When the provider is asked to pay it; null if the operator pays. */
  next_attempt_at: Date | null
}

export function payoutColumns(db: Queryable) {
  return db`p.id, p.creator_id, p.cents, p.state, p.provider, p.batch_id, p.reference, p.account_last4, p.asked_at,
    p.sent_at, p.ended_at, p.failure, p.note, p.is_demo`
}

export async function insertPayouts(db: Queryable, payouts: readonly NewPayout[]): Promise<void> {
  if (payouts.length > 0) await db`insert into payouts ${db(payouts)}`
}

/** A payout that this creator has asked for with the same id of the client. */
export async function findPayoutOfClient(
  db: Queryable,
  creator_id: string,
  client_id: string,
): Promise<Payout | undefined> {
  const [payout] = await db<Payout[]>`
    select ${payoutColumns(db)} from payouts p where p.creator_id = ${creator_id} and p.client_id = ${client_id}`
  return payout
}

/** Which of these creators have a payout of this month. */
export async function listPaidInMonth(
  db: Queryable,
  creator_ids: readonly string[],
  month: string,
): Promise<Set<string>> {
  const rows = await db<{ creator_id: string }[]>`
    select creator_id from payouts where creator_id = any (${db.array(creator_ids, UUIDS)}) and month = ${month}`
  return new Set(rows.map(({ creator_id }) => creator_id))
}

/** The payouts of a creator, newest first, plus the first row of the next page. */
export async function listPayouts(
  db: Queryable,
  creator_id: string,
  { at, id }: TimeCursor = FIRST_PAGE,
  limit = PAGE_ROWS,
): Promise<Payout[]> {
  return await db<Payout[]>`
    select ${payoutColumns(db)} from payouts p
    where p.creator_id = ${creator_id} and (p.asked_at, p.id) < (${at}, ${id}::uuid)
    order by p.asked_at desc, p.id desc limit ${limit}`
}

/** What was asked for or sent, and has not arrived yet, in cents. With real money no play money counts. */
export async function sumOnItsWay(db: Queryable, creator_id: string, with_demo: boolean): Promise<number> {
  const [row] = await db<{ cents: number }[]>`
    select coalesce(sum(cents), 0) as cents from payouts
    where creator_id = ${creator_id} and state in ('asked', 'sent') and (${with_demo} or not is_demo)`
  return row?.cents ?? 0
}

/** Locks a payout until the transaction ends. */
export async function lockPayout(db: Queryable, id: string): Promise<Payout | undefined> {
  const [payout] = await db<Payout[]>`select ${payoutColumns(db)} from payouts p where p.id = ${id} for update`
  return payout
}

/** Whether the monthly payouts of a month are all asked for. */
export async function isRunFinished(db: Queryable, month: string): Promise<boolean> {
  return (await db`select 1 from payout_runs where month = ${month}`).length > 0
}

export async function finishRun(db: Queryable, month: string, now: Date): Promise<void> {
  await db`insert into payout_runs (month, finished_at) values (${month}, ${now}) on conflict do nothing`
}

/** Marks payouts as sent: those of a batch that have not failed. Returns them. */
export async function markBatchSent(db: Queryable, batch_id: string, now: Date): Promise<Payout[]> {
  return await db<Payout[]>`
    update payouts p set state = 'sent', sent_at = ${now} where p.batch_id = ${batch_id} and p.state = 'asked'
    returning ${payoutColumns(db)}`
}

/** The same for one that a provider has sent, under this reference. Undefined if it was sent before. */
export async function markPayoutSent(
  db: Queryable,
  { id, reference, now }: { id: string; reference: string; now: Date },
): Promise<Payout | undefined> {
  const [payout] = await db<Payout[]>`
    update payouts p set state = 'sent', sent_at = ${now}, reference = ${reference}, next_attempt_at = null,
      note = null
    where p.id = ${id} and p.state = 'asked' returning ${payoutColumns(db)}`
  return payout
}

/** Marks those of a batch as paid that were sent and have not come back. Returns them. */
export async function markBatchPaid(db: Queryable, batch_id: string, now: Date): Promise<Payout[]> {
  return await db<Payout[]>`
    update payouts p set state = 'paid', ended_at = ${now} where p.batch_id = ${batch_id} and p.state = 'sent'
    returning ${payoutColumns(db)}`
}

/** Writes how a payout ended. Call it after `lockPayout`. */
export async function markPayoutEnded(
  db: Queryable,
  { id, state, ended_at, failure, note }: Pick<Payout, 'id' | 'state' | 'ended_at' | 'failure' | 'note'>,
): Promise<void> {
  await db`
    update payouts set state = ${state}, ended_at = ${ended_at}, failure = ${failure}, next_attempt_at = null,
      note = coalesce(${note}, note)
    where id = ${id}`
}
