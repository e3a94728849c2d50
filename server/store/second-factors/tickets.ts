import type { Queryable, Tx } from '#server/db/connect.ts'

/** How often one right password may be followed by a second step. */
export const TICKET_ATTEMPTS = 5

/** Tickets are kept for a day, so that attempts are counted across them. */
const KEPT_HOURS = 24

export interface TicketRow {
  user_id: string
  password_mark: Buffer
  /** The known device that gave the password. */
  device_id: string | null
}

export async function insertTicket(
  db: Queryable,
  ticket: TicketRow & { token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await db`
    insert into sign_in_tickets ${db(ticket, 'token_hash', 'user_id', 'password_mark', 'device_id', 'created_at', 'expires_at')}`
}

/** Without counting. */
export async function findTicket(db: Queryable, token_hash: Buffer, now: Date): Promise<TicketRow | undefined> {
  const [row] = await db<TicketRow[]>`
    select user_id, password_mark, device_id from sign_in_tickets
    where token_hash = ${token_hash} and expires_at > ${now} and attempts < ${TICKET_ATTEMPTS}`
  return row
}

/** False if there is none left. */
export async function takeTicketAttempt(db: Tx, token_hash: Buffer, now: Date): Promise<boolean> {
  const rows = await db`
    update sign_in_tickets set attempts = attempts + 1
    where token_hash = ${token_hash} and expires_at > ${now} and attempts < ${TICKET_ATTEMPTS} returning user_id`
  return rows.length === 1
}

export interface DayOfAttempts {
  of_account: number
  /** With the present password, from devices that are not known. */
  of_strangers: number
  /** From the device of the ticket. */
  of_device: number
  /** When the first of these sign-ins began. */
  since: Date | null
}

/** The attempts of a day that opened nothing. Those that opened something went with their ticket. */
export async function countAttempts(
  db: Tx,
  { user_id, password_mark, device_id }: TicketRow,
  now: Date,
): Promise<DayOfAttempts> {
  const [row] = await db<[DayOfAttempts]>`
    select coalesce(sum(attempts), 0)::int as of_account,
      coalesce(sum(attempts) filter (where device_id is null and password_mark = ${password_mark}), 0)::int as of_strangers,
      coalesce(sum(attempts) filter (where device_id = ${device_id}), 0)::int as of_device,
      min(created_at) filter (where attempts > 0) as since
    from sign_in_tickets
    where user_id = ${user_id} and created_at > ${now}::timestamptz - make_interval(hours => ${KEPT_HOURS})`
  return row
}

/** Atomic: of two sign-ins with the same ticket one gets true. */
export async function consumeTicket(db: Queryable, token_hash: Buffer): Promise<boolean> {
  const rows = await db`delete from sign_in_tickets where token_hash = ${token_hash} returning user_id`
  return rows.length === 1
}

/** What has run out of the second steps. */
export async function sweepSecondSteps(db: Queryable, now: Date): Promise<void> {
  await db`delete from sign_in_tickets where expires_at <= ${now}::timestamptz - make_interval(hours => ${KEPT_HOURS})`
  await db`delete from used_challenges where expires_at <= ${now}`
  await db`delete from trusted_browsers where expires_at <= ${now}`
  await db`
    delete from authenticator_apps
    where confirmed_at is null and created_at <= ${now}::timestamptz - interval '1 day'`
}
