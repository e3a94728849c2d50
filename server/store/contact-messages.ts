import type { Locale } from '#contract/accounts.ts'
import type { ContactState } from '#contract/contact.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { LAST_ID, PAGE_ROWS } from '#server/paging.ts'
import { holds } from './staff/admin-users.ts'

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
export const CONTACT_COLUMNS = [
  'created_at',
  'name',
  'email',
  'locale',
  'message',
  'mailed_at',
  'answered_at',
  'id',
] as const

export type ListedMessage = Pick<
  ContactMessage & { mailed_at: Date | null; answered_at: Date | null },
  (typeof CONTACT_COLUMNS)[number]
>

export async function listContactMessages(db: Queryable): Promise<ListedMessage[]> {
  return await db<ListedMessage[]>`select ${db(CONTACT_COLUMNS)} from contact_messages order by id`
}

export interface MessageFilter {
  /** Every state if it is missing. */
  state?: ContactState | undefined
  /** Normalised words, each of which must occur in the name, the address or the message. */
  words: readonly string[]
}

/** A page of messages, newest first, plus the first row of the next page. */
export async function listMessages(
  db: Queryable,
  filter: MessageFilter,
  before: string = LAST_ID,
): Promise<ListedMessage[]> {
  return await selectMessages(db, filter, before, PAGE_ROWS)
}

const ROWS_AT_ONCE = 500

/** All messages, newest first, because there can be more than fit into memory. */
export async function* listAllMessages(db: Queryable, filter: MessageFilter): AsyncGenerator<ListedMessage[]> {
  let before: string | undefined = LAST_ID
  do {
    const page: ListedMessage[] = await selectMessages(db, filter, before, ROWS_AT_ONCE)
    yield page
    before = page[ROWS_AT_ONCE - 1]?.id
  } while (before)
}

async function selectMessages(
  db: Queryable,
  { state, words }: MessageFilter,
  before: string,
  most: number,
): Promise<ListedMessage[]> {
  const ofState = { open: db`answered_at is null`, answered: db`answered_at is not null` }
  const found = words.reduce((others, word) => db`${others} and ${holds(db, db`plain_words`, word)}`, db`true`)
  return await db<ListedMessage[]>`
    select ${db(CONTACT_COLUMNS)} from contact_messages
    where id < ${before} and ${state ? ofState[state] : db`true`} and ${found}
    order by id desc ${db.unsafe(`limit ${most}`)}`
}

/** Idempotent: a message that is answered already keeps its time. Undefined if there is no such message. */
export async function setMessageAnswered(
  db: Queryable,
  id: string,
  answered_at: Date | null,
): Promise<ListedMessage | undefined> {
  const [message] = await db<ListedMessage[]>`
    update contact_messages
    set answered_at = case when ${answered_at}::timestamptz is null then null else coalesce(answered_at, ${answered_at}) end
    where id = ${id}
    returning ${db(CONTACT_COLUMNS)}`
  return message
}

/** False if there is no such message. */
export async function deleteContactMessage(db: Queryable, id: string): Promise<boolean> {
  const { count } = await db`delete from contact_messages where id = ${id}`
  return count === 1
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
