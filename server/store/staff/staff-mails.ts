import type { Locale, Role } from '#contract/accounts.ts'
import type { Notice } from '#contract/notices.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { maySeeCase } from '#server/store/visibility/cases.ts'
import { hasNoDeletionRequest, isNotErased, maySignIn } from '#server/store/visibility/people.ts'

/** The kinds of notices that staff get: of verifications and of money only admins. */
export type StaffNotice = Extract<
  Notice['kind'],
  'case_opened' | 'appeal_filed' | 'verification_sent' | 'withdrawal_waits' | 'recovery_waits'
>

const OF_ADMINS: readonly StaffNotice[] = ['verification_sent', 'withdrawal_waits', 'recovery_waits']

/** Everybody who has a role and can sign in. */
function isOnDuty(db: Queryable) {
  return db`(u.role is not null and ${isNotErased(db, 'u')} and ${maySignIn(db, 'u')} and ${hasNoDeletionRequest(db, 'u')})`
}

function handles(db: Queryable, kind: StaffNotice) {
  return OF_ADMINS.includes(kind) ? db`u.role = 'admin'` : db`true`
}

/**
 * The members of staff who have no unread notice of this kind, without the person whom the case is about. Serialises with
 * other transactions that tell staff of the same (advisory lock), so that nobody gets two.
 */
export async function listStaffToTell(db: Tx, kind: StaffNotice, subject_id: string | null): Promise<string[]> {
  await db`select pg_advisory_xact_lock(hashtextextended(${`tell staff ${kind}`}, 0))`
  const rows = await db<{ id: string }[]>`
    select u.id from users u
    where ${isOnDuty(db)} and ${handles(db, kind)} and u.id is distinct from ${subject_id}::uuid
      and not exists (select from member_notices n where n.user_id = u.id and n.kind = ${kind} and n.read_at is null)
    order by u.id`
  return rows.map(({ id }) => id)
}

export interface StaffReader {
  id: string
  role: Role
  email: string
  locale: Locale | null
}

export async function listStaffReaders(db: Queryable): Promise<StaffReader[]> {
  return await db<
    StaffReader[]
  >`select u.id, u.role, u.email, u.locale from users u where ${isOnDuty(db)} order by u.id`
}

/**
 * When staff were last mailed. Locks the row until the transaction ends (`for update skip locked`); undefined if another
 * process holds it. Before the first mail it is the beginning of time.
 */
export async function lockStaffMails(db: Tx): Promise<Date | undefined> {
  const [row] = await db<{ sent_at: Date }[]>`select sent_at from staff_mails for update skip locked`
  return row?.sent_at
}

/** Creates the row that `lockStaffMails` locks. Idempotent. */
export async function prepareStaffMails(db: Queryable): Promise<void> {
  await db`insert into staff_mails (sent_at) values (to_timestamp(0)) on conflict do nothing`
}

export async function markStaffMailed(db: Tx, now: Date): Promise<void> {
  await db`update staff_mails set sent_at = ${now}`
}

/** The verifications that wait for an admin: nobody decides about themselves. */
export async function countWaitingVerifications(
  db: Queryable,
  staff_id: string,
  { after, until }: { after: Date; until: Date },
): Promise<{ waiting: number; fresh: number }> {
  const [row] = await db<[{ waiting: number; fresh: number }]>`
    select count(*)::int as waiting, count(*) filter (where v.sent_at > ${after} and v.sent_at <= ${until})::int as fresh
    from verifications v join users u on u.id = v.creator_id
    where v.state = 'in_review' and v.creator_id <> ${staff_id} and ${isNotErased(db, 'u')}`
  return row
}

/** The cases that wait for staff, as one of them may see them. */
export interface WaitingCases {
  open: number
  appealed: number
  /** How many were opened or appealed in the given time and still wait. */
  fresh: number
  /** Of the case that comes first in the queue. */
  first_number: string | null
  first_due_at: Date | null
}

export async function summariseWaitingCases(
  db: Queryable,
  staff_id: string,
  { after, until }: { after: Date; until: Date },
): Promise<WaitingCases> {
  const [row] = await db<[WaitingCases]>`
    with waiting as (
      select c.number, c.state, c.severity, c.due_at, c.id, case c.state when 'open' then c.opened_at else appeal.at end as since
      from cases c
        left join lateral (
          select max(d.appealed_at) as at from decisions d where d.case_id = c.id and d.appeal_decided_at is null
        ) appeal on c.state = 'appealed'
      where c.state in ('open', 'appealed') and ${maySeeCase(db, staff_id)}
    )
    select count(*) filter (where state = 'open')::int as open,
      count(*) filter (where state = 'appealed')::int as appealed,
      count(*) filter (where since > ${after} and since <= ${until})::int as fresh,
      (array_agg(number order by severity desc, due_at, id))[1] as first_number,
      (array_agg(due_at order by severity desc, due_at, id))[1] as first_due_at
    from waiting`
  return row
}
