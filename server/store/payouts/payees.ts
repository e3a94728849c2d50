import type { PAYOUT_SCHEDULES } from '#contract/payouts.ts'
import type { Queryable } from '#server/db/connect.ts'
import { isVerifiedCreator } from '#server/store/verifications.ts'
import { isNotErased, isNotFrozen } from '#server/store/visibility/people.ts'

const UUIDS = 2951

/** A creator as the till sees them: whether they can be paid, and where to. */
export interface Payee {
  creator_id: string
  schedule: (typeof PAYOUT_SCHEDULES)[number]
  is_frozen: boolean
  /** Of an erased account only the id is left. What is owed to its owner stays. */
  is_erased: boolean
  /** The address is confirmed. Nobody asks that of an erased account, which has none. */
  is_email_confirmed: boolean
  is_verified: boolean
  /** The holder and the IBAN, sealed. */
  sealed: Buffer | null
  key_id: string | null
  account_begin: string | null
  account_last4: string | null
  /** The account at the payout provider. */
  provider: 'stripe' | 'sandbox' | null
  reference: string | null
  is_ready: boolean
  changed_at: Date | null
  held_until: Date | null
}

/** In no order. Whoever has never said how they want to be paid is paid monthly, as soon as there is an account. */
export async function findPayees(db: Queryable, creator_ids: readonly string[], now: Date): Promise<Payee[]> {
  return await db<Payee[]>`
    select c.creator_id, coalesce(p.schedule, 'monthly') as schedule, p.sealed, p.key_id, p.account_begin,
      p.account_last4, p.provider, p.reference, coalesce(p.is_ready, false) as is_ready, p.changed_at, p.held_until,
      not (${isNotFrozen(db, 'u')}) as is_frozen, not (${isNotErased(db, 'u')}) as is_erased,
      (u.email_confirmed_at is not null or not (${isNotErased(db, 'u')})) as is_email_confirmed,
      ${isVerifiedCreator(db, 'c.creator_id', now)} as is_verified
    from unnest(${db.array(creator_ids, UUIDS)}) c (creator_id)
      left join payees p on p.creator_id = c.creator_id
      left join users u on u.id = c.creator_id`
}

export async function setSchedule(
  db: Queryable,
  { creator_id, schedule }: Pick<Payee, 'creator_id' | 'schedule'>,
): Promise<void> {
  await db`
    insert into payees (creator_id, schedule) values (${creator_id}, ${schedule})
    on conflict (creator_id) do update set schedule = excluded.schedule`
}

/** Locks these balances until the transaction ends, in a fixed order: money leaves each of them one payout at a time. */
export async function lockBalances(db: Queryable, creator_ids: readonly string[]): Promise<void> {
  await db`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended('balance ' || id, 0) as key
      from unnest(${db.array(creator_ids, UUIDS)}) id order by 1 offset 0
    ) keys`
}

/** Which of these creators have an account that is not erased, and can be told something. */
export async function listReachable(db: Queryable, creator_ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select u.id from users u where u.id = any (${db.array(creator_ids, UUIDS)}) and ${isNotErased(db, 'u')}`
  return new Set(rows.map(({ id }) => id))
}

/** Whether payouts of a creator wait because they changed their account. `payees` is the alias of the row, or of none. */
export function isAccountHeld(db: Queryable, payees: string, now: Date) {
  return db`(${db(payees)}.held_until is not null and ${db(payees)}.held_until > ${now}::timestamptz)`
}
