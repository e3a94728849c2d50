import type { Locale } from '#contract/accounts.ts'
import type { CASE_REASONS } from '#contract/cases.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { earlier } from '#server/time.ts'

/** The same words within this time are the same notice. */
const SAME_MS = DAY_MS
/** How long a receipt that could not be mailed is tried again. */
const RECEIPT_TRIED_MS = 2 * DAY_MS
/** How long name, address and words are kept after the decision. */
const KEPT_YEARS = 2

export interface NewContentNotice {
  id: string
  urls: string[]
  reason: (typeof CASE_REASONS)[number]
  explanation: string
  name: string | null
  email: string | null
  locale: Locale
  created_at: Date
  is_demo?: true
}

export interface ContentNotice extends NewContentNotice {
  number: string
  decided_at: Date | null
  outcome: 'acted' | 'dismissed' | null
}

/** Finds a notice with the same content of the last day. Locks that content until the transaction ends, so that two requests at once make one notice. */
export async function lockSameNotice(
  db: Tx,
  { urls, reason, explanation, name, email, created_at }: NewContentNotice,
): Promise<{ id: string; number: string } | undefined> {
  const content = JSON.stringify([urls, reason, explanation, name, email])
  await db`select pg_advisory_xact_lock(hashtextextended(${`content notice ${content}`}, 0))`
  const [same] = await db<{ id: string; number: string }[]>`
    select id, number from content_notices
    where created_at > ${earlier(created_at, SAME_MS)} and reason = ${reason} and explanation = ${explanation}
      and name is not distinct from ${name} and email is not distinct from ${email}
      and to_jsonb(urls) = ${db.json(urls)}
    order by created_at limit 1`
  return same
}

/** Returns its number. The row with the last one is locked until the transaction ends, so that the numbers have no gaps. */
export async function insertContentNotice(db: Tx, notice: NewContentNotice): Promise<string> {
  const year = notice.created_at.getUTCFullYear()
  const [row] = await db<{ last: number }[]>`
    insert into content_notice_numbers (year, last) values (${year}, 1)
    on conflict (year) do update set last = content_notice_numbers.last + 1 returning last`
  const number = `${year}-${String(row?.last ?? 1).padStart(5, '0')}`
  const columns = [
    'id',
    'number',
    'urls',
    'reason',
    'explanation',
    'name',
    'email',
    'locale',
    'is_demo',
    'created_at',
  ] as const
  await db`insert into content_notices ${db({ is_demo: false, ...notice, number }, ...columns)}`
  return number
}

export type FollowedNotice = Pick<ContentNotice, 'number' | 'created_at' | 'reason' | 'decided_at' | 'outcome'>

export async function findContentNotice(db: Queryable, id: string): Promise<FollowedNotice | undefined> {
  const [row] = await db<FollowedNotice[]>`
    select number, created_at, reason, decided_at, outcome from content_notices where id = ${id}`
  return row
}

/** A notice whose author is to be mailed. */
export interface MailedNotice extends ContentNotice {
  email: string
}

export async function listUnmailedReceipts(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from content_notices
    where email is not null and mailed_at is null and created_at > ${earlier(now, RECEIPT_TRIED_MS)}
    order by created_at limit 500`
  return rows.map(({ id }) => id)
}

/** Those that are decided and whose author was not told. */
export async function listUntoldNotices(db: Queryable): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from content_notices where decided_at is not null and told_at is null order by decided_at limit 500`
  return rows.map(({ id }) => id)
}

/**
 * Locks a notice until the transaction ends (`for update skip locked`). Undefined if its mail was sent, or another
 * process is sending it.
 */
export async function claimUnmailedReceipt(db: Tx, id: string): Promise<MailedNotice | undefined> {
  const [row] = await db<MailedNotice[]>`
    select * from content_notices where id = ${id} and email is not null and mailed_at is null
    for update skip locked`
  return row
}

export async function claimUntoldNotice(db: Tx, id: string): Promise<ContentNotice | undefined> {
  const [row] = await db<ContentNotice[]>`
    select * from content_notices where id = ${id} and decided_at is not null and told_at is null
    for update skip locked`
  return row
}

export async function markReceiptMailed(db: Queryable, id: string, now: Date): Promise<void> {
  await db`update content_notices set mailed_at = ${now} where id = ${id}`
}

export async function markNoticeTold(db: Queryable, id: string, now: Date): Promise<void> {
  await db`update content_notices set told_at = ${now} where id = ${id}`
}

/** Erases who wrote a notice, and the words, long after the decision. The number, the reason and the outcome stay. */
export async function sweepContentNotices(db: Tx, now: Date): Promise<void> {
  const erased = db`
    select id from content_notices
    where decided_at <= ${now}::timestamptz - make_interval(years => ${KEPT_YEARS}) and urls <> '{}'
    for update`
  await db`update case_reports set description = null where content_notice_id in (${erased})`
  await db`update content_notices set name = null, email = null, explanation = '', urls = '{}' where id in (${erased})`
}
