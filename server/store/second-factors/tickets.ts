import type { Queryable } from '#server/db/connect.ts'

/** How often one right password may be followed by a second step. */
export const TICKET_ATTEMPTS = 5

export interface TicketRow {
  user_id: string
  password_mark: Buffer
  attempts: number
}

export async function insertTicket(
  db: Queryable,
  ticket: { token_hash: Buffer; user_id: string; password_mark: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await db`insert into sign_in_tickets ${db(ticket, 'token_hash', 'user_id', 'password_mark', 'created_at', 'expires_at')}`
}

/** Counts an attempt before it is judged, so that concurrent ones are counted too. Undefined if there is none left. */
export async function takeTicketAttempt(db: Queryable, token_hash: Buffer, now: Date): Promise<TicketRow | undefined> {
  const [row] = await db<TicketRow[]>`
    update sign_in_tickets set attempts = attempts + 1
    where token_hash = ${token_hash} and expires_at > ${now} and attempts < ${TICKET_ATTEMPTS}
    returning user_id, password_mark, attempts`
  return row
}

/** Without counting: for the options of a passkey, and to ask for recovery. */
export async function findTicket(db: Queryable, token_hash: Buffer, now: Date): Promise<TicketRow | undefined> {
  const [row] = await db<TicketRow[]>`
    select user_id, password_mark, attempts from sign_in_tickets
    where token_hash = ${token_hash} and expires_at > ${now} and attempts < ${TICKET_ATTEMPTS}`
  return row
}

/** Atomic: of two sign-ins with the same ticket one gets true. */
export async function consumeTicket(db: Queryable, token_hash: Buffer): Promise<boolean> {
  const rows = await db`delete from sign_in_tickets where token_hash = ${token_hash} returning user_id`
  return rows.length === 1
}

/** What has run out of the second steps. */
export async function sweepSecondSteps(db: Queryable, now: Date): Promise<void> {
  await db`delete from sign_in_tickets where expires_at <= ${now}`
  await db`delete from used_challenges where expires_at <= ${now}`
  await db`delete from trusted_browsers where expires_at <= ${now}`
  await db`
    delete from authenticator_apps
    where confirmed_at is null and created_at <= ${now}::timestamptz - interval '1 day'`
}
