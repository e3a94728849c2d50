import { DOCUMENT_DAYS, type DocumentKind, VERIFIED_YEARS, type VerificationRefusal } from '#contract/verifications.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { FIRST_ID, FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import type { Sealed } from '#server/seal.ts'
import { KEPT_YEARS } from './kept-years.ts'
import { isNotErased } from './visibility/people.ts'

/** A verification as it is stored. `sealed` are the details. */
export interface VerificationRow extends Sealed {
  creator_id: string
  state: 'in_review' | 'refused' | 'verified'
  sent_at: Date
  decided_at: Date | null
  decided_by: string | null
  refusal: VerificationRefusal | null
  note: string | null
}

/** Whether an admin has verified who this creator is, not too long ago. */
export async function isVerified(db: Queryable, creator_id: string, now: Date): Promise<boolean> {
  const rows = await db`select from verifications v where v.creator_id = ${creator_id} and ${verifiedAt(db, now)}`
  return rows.length > 0
}

/** The same as a condition on the row `v` of `verifications`. */
function verifiedAt(db: Queryable, now: Date) {
  return db`(v.state = 'verified' and v.decided_at + make_interval(years => ${VERIFIED_YEARS}) > ${now}::timestamptz)`
}

/** The same for the creator whose id is in a column. */
export function isVerifiedCreator(db: Queryable, creator: string, now: Date) {
  return db`exists (select from verifications v where v.creator_id = ${db(creator)} and ${verifiedAt(db, now)})`
}

function columns(db: Queryable) {
  return db`v.creator_id, v.state, v.sealed, v.key_id, v.sent_at, v.decided_at, v.decided_by, v.refusal, v.note`
}

export async function findVerification(db: Queryable, creator_id: string): Promise<VerificationRow | undefined> {
  const [row] = await db<VerificationRow[]>`
    select ${columns(db)} from verifications v where v.creator_id = ${creator_id}`
  return row
}

/** Locks the row until the transaction ends (`for update`). */
export async function lockVerification(db: Tx, creator_id: string): Promise<VerificationRow | undefined> {
  const [row] = await db<VerificationRow[]>`
    select ${columns(db)} from verifications v where v.creator_id = ${creator_id} for update`
  return row
}

/**
 * Locks an account that is not erased until the transaction ends, so that its erasure runs before or after it. False if
 * it is erased.
 */
export async function lockUnerased(db: Tx, user_id: string): Promise<boolean> {
  const rows = await db`select 1 from users u where u.id = ${user_id} and ${isNotErased(db, 'u')} for no key update`
  return rows.length > 0
}

/** Stores what was sent, in the place of what was sent before. The time grows with each: a look is at one of them. */
export async function saveVerification(
  db: Tx,
  { creator_id, details, now }: { creator_id: string; details: Sealed; now: Date },
): Promise<void> {
  await db`
    insert into verifications (creator_id, state, sealed, key_id, sent_at)
    values (${creator_id}, 'in_review', ${details.sealed}, ${details.key_id}, ${now})
    on conflict (creator_id) do update set state = 'in_review', sealed = excluded.sealed, key_id = excluded.key_id,
      sent_at = greatest(excluded.sent_at, verifications.sent_at + interval '1 millisecond'),
      decided_at = null, decided_by = null, refusal = null, note = null`
}

export interface NewDocument extends Sealed {
  kind: DocumentKind
  content_type: string
}

export async function saveDocument(
  db: Tx,
  { creator_id, document, now }: { creator_id: string; document: NewDocument; now: Date },
): Promise<void> {
  const { kind, content_type, sealed, key_id } = document
  await db`
    insert into verification_files (creator_id, kind, content_type, sealed, key_id, created_at)
    values (${creator_id}, ${kind}, ${content_type}, ${sealed}, ${key_id}, ${now})
    on conflict (creator_id, kind) do update set content_type = excluded.content_type, sealed = excluded.sealed,
      key_id = excluded.key_id, created_at = excluded.created_at`
}

export async function listDocuments(db: Queryable, creator_id: string): Promise<DocumentKind[]> {
  const rows = await db<{ kind: DocumentKind }[]>`
    select kind from verification_files where creator_id = ${creator_id} order by kind`
  return rows.map(({ kind }) => kind)
}

/** The bytes of one file, up to ten megabytes. */
export async function readDocument(
  db: Queryable,
  creator_id: string,
  kind: DocumentKind,
): Promise<NewDocument | undefined> {
  const [row] = await db<NewDocument[]>`
    select kind, content_type, sealed, key_id from verification_files
    where creator_id = ${creator_id} and kind = ${kind}`
  return row
}

export interface VerificationDecision {
  creator_id: string
  state: 'verified' | 'refused'
  /** Null for the command line. */
  decided_by: string | null
  refusal: VerificationRefusal | null
  note: string | null
  now: Date
}

/** Call it after `lockVerification`. */
export async function decideVerification(db: Tx, decision: VerificationDecision): Promise<void> {
  const { creator_id, state, decided_by, refusal, note, now } = decision
  await db`
    update verifications set state = ${state}, decided_at = ${now}, decided_by = ${decided_by}, refusal = ${refusal},
      note = ${note}
    where creator_id = ${creator_id}`
}

/** Whether this admin has opened what the creator sent at this time, and not only what was sent before. */
export async function hasOpened(
  db: Queryable,
  { staff_id, creator_id, sent_at, since }: { staff_id: string; creator_id: string; sent_at: Date; since: Date | null },
): Promise<boolean> {
  const rows = await db`
    select from audit_log
    where action = 'verification_viewed' and staff_id = ${staff_id} and user_id = ${creator_id}
      and details ->> 'sent_at' = ${sent_at.toISOString()} and created_at > coalesce(${since}::timestamptz, '-infinity') limit 1`
  return rows.length > 0
}

/** A verification as staff see it in a list. */
export interface ListedVerificationRow extends VerificationRow {
  /** Null for an erased account. */
  creator: string | null
  decider: string | null
}

/** What waits, oldest first, plus the first row of the next page. Nobody decides about who is gone. */
export async function listWaiting(
  db: Queryable,
  after: TimeCursor = { at: new Date(0), id: FIRST_ID },
): Promise<ListedVerificationRow[]> {
  return await db<ListedVerificationRow[]>`
    select ${columns(db)}, u.username as creator, null as decider
    from verifications v join users u on u.id = v.creator_id
    where v.state = 'in_review' and (v.sent_at, v.creator_id) > (${after.at}, ${after.id}::uuid) and ${isNotErased(db, 'u')}
    order by v.sent_at, v.creator_id limit ${PAGE_ROWS}`
}

/** What was decided, newest first, plus the first row of the next page. */
export async function listDecided(db: Queryable, before: TimeCursor = FIRST_PAGE): Promise<ListedVerificationRow[]> {
  return await db<ListedVerificationRow[]>`
    select ${columns(db)}, u.username as creator, decider.username as decider
    from verifications v
      left join users u on u.id = v.creator_id
      left join users decider on decider.id = v.decided_by
    where v.decided_at is not null and (v.decided_at, v.creator_id) < (${before.at}, ${before.id}::uuid)
    order by v.decided_at desc, v.creator_id desc limit ${PAGE_ROWS}`
}

export async function findListed(db: Queryable, creator_id: string): Promise<ListedVerificationRow | undefined> {
  const [row] = await db<ListedVerificationRow[]>`
    select ${columns(db)}, u.username as creator, decider.username as decider
    from verifications v
      left join users u on u.id = v.creator_id
      left join users decider on decider.id = v.decided_by
    where v.creator_id = ${creator_id}`
  return row
}

/**
 * Erases who an erased account was: the files at once, and the rest unless the books name the creator. Then the law wants
 * it kept, sealed, but not the words of staff.
 */
export async function eraseIdentity(db: Tx, creator_id: string): Promise<void> {
  await db`delete from verification_files where creator_id = ${creator_id}`
  // Words of staff about a payout may name its creator.
  await db`update payouts set note = null where creator_id = ${creator_id} and note is not null`
  const booked = await db`select from movements where creator_id = ${creator_id} limit 1`
  if (booked.length > 0) {
    await db`update verifications set note = null where creator_id = ${creator_id}`
    return
  }
  await db`delete from verifications where creator_id = ${creator_id}`
  await db`delete from payees where creator_id = ${creator_id}`
}

/**
 * Erases who erased creators were, when the books about them need not be kept any more: name, address, account, and the
 * account of each payout. The movements themselves have ids only. Returns how many.
 */
export async function eraseOldIdentities(db: Queryable, now: Date): Promise<number> {
  const rows = await db`
    with gone as (
      select u.id from users u
      where not ${isNotErased(db, 'u')}
        and (exists (select from verifications v where v.creator_id = u.id) or exists (select from payees p where p.creator_id = u.id))
        and not exists (
          select from movements m where m.creator_id = u.id
            and date_trunc('year', m.occurred_at at time zone 'UTC') + make_interval(years => ${KEPT_YEARS + 1})
              > ${now}::timestamptz at time zone 'UTC'
        )
    ), of_payouts as (
      update payouts set sealed = null, key_id = null where creator_id in (select id from gone)
    ), of_payees as (
      delete from payees where creator_id in (select id from gone)
    ), of_verifications as (
      delete from verifications where creator_id in (select id from gone)
    )
    select id from gone`
  return rows.length
}

/** Erases the files of what was decided long enough ago. Returns how many. */
export async function eraseOldDocuments(db: Queryable, now: Date): Promise<number> {
  const rows = await db`
    delete from verification_files f using verifications v
    where v.creator_id = f.creator_id and v.decided_at + make_interval(days => ${DOCUMENT_DAYS}) <= ${now}::timestamptz
    returning 1`
  return rows.length
}
