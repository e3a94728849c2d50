import type { Locale } from '#contract/accounts.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'

export const CONTACT_KEPT_MONTHS = 12

export interface ContactMessage {
  id: string
  name: string
  email: string
  message: string
  locale: Locale
  created_at: Date
}

export async function insertContactMessage(
  db: Queryable,
  message: ContactMessage & { email_key: string },
): Promise<void> {
  await db`
    insert into contact_messages
      ${db(message, 'id', 'name', 'email', 'email_key', 'message', 'locale', 'created_at')}`
}

/** The ids of the messages that were not mailed yet, oldest first. */
export async function listUnmailedMessages(db: Queryable): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select id from contact_messages where mailed_at is null order by id`
  return rows.map(({ id }) => id)
}

/**
 * Locks a message until the transaction ends (`for update skip locked`). Undefined if it was mailed already, or another
 * process is mailing it.
 */
export async function claimUnmailedMessage(db: Tx, id: string): Promise<ContactMessage | undefined> {
  const [message] = await db<ContactMessage[]>`
    select id, name, email, message, locale, created_at from contact_messages
    where id = ${id} and mailed_at is null
    for update skip locked`
  return message
}

export async function markMessageMailed(db: Queryable, id: string, now: Date): Promise<void> {
  await db`update contact_messages set mailed_at = ${now} where id = ${id}`
}

/** The columns that staff see. */
export const CONTACT_COLUMNS = ['created_at', 'name', 'email', 'locale', 'message', 'mailed_at'] as const

type ListedMessage = Pick<ContactMessage & { mailed_at: Date | null }, (typeof CONTACT_COLUMNS)[number]>

export async function listContactMessages(db: Queryable): Promise<ListedMessage[]> {
  return await db<ListedMessage[]>`select ${db(CONTACT_COLUMNS)} from contact_messages order by id`
}

/** Returns the number of deleted messages. */
export async function deleteContactMessagesOf(db: Queryable, email_key: string): Promise<number> {
  const { count } = await db`delete from contact_messages where email_key = ${email_key}`
  return count
}

export async function sweepContactMessages(db: Queryable, now: Date): Promise<void> {
  await db`
    delete from contact_messages
    where created_at <= ${now}::timestamptz - make_interval(months => ${CONTACT_KEPT_MONTHS})`
}
