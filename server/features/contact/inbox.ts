import type { ContactMessage, ContactState } from '#contract/contact.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { toCsvPieces } from '#server/csv.ts'
import { notFound } from '#server/errors.ts'
import { cutPage, type Page } from '#server/paging.ts'
import {
  CONTACT_COLUMNS,
  deleteContactMessage,
  type ListedMessage,
  listAllMessages,
  listMessages,
  type MessageFilter,
  setMessageAnswered,
} from '#server/store/contact-messages.ts'
import { insertOwnAuditEntry } from '#server/store/staff/audit.ts'
import { plainText } from '#server/text.ts'

export interface InboxSearch {
  state: ContactState | undefined
  q: string | undefined
}

/** Bounds the cost of a search: every further word is ignored. */
const MOST_WORDS = 10

function filterOf({ state, q = '' }: InboxSearch): MessageFilter {
  const words = plainText(q).split(' ').filter(Boolean).slice(0, MOST_WORDS)
  return { state, words }
}

export async function listInbox(
  ctx: Pick<Context, 'db'>,
  search: InboxSearch,
  before: string | undefined,
): Promise<Page<ContactMessage>> {
  const { page, last } = cutPage(await listMessages(ctx.db, filterOf(search), before))
  return { items: page.map(presentMessage), cursor: last?.id }
}

function presentMessage(row: ListedMessage): ContactMessage {
  const { id, name, email, message, locale } = row
  const answered_at = row.answered_at?.toISOString() ?? null
  return { id, name, email, message, locale, created_at: row.created_at.toISOString(), answered_at }
}

/** The messages as CSV. The download is an entry of the audit log, which is stored before the first byte is sent. */
export async function exportInbox(
  ctx: Pick<Context, 'db' | 'now'>,
  staff: Viewer,
  search: InboxSearch,
): Promise<AsyncIterable<string>> {
  await insertOwnAuditEntry(ctx.db, staff.id, { action: 'contact_exported', created_at: ctx.now() })
  return toCsvPieces(CONTACT_COLUMNS, listAllMessages(ctx.db, filterOf(search)))
}

/** Not audited: it is a bookmark of those who answer, and changes nothing for anybody. */
export async function markMessage(
  ctx: Pick<Context, 'db' | 'now'>,
  id: string,
  { answered }: { answered: boolean },
): Promise<ContactMessage> {
  const message = await setMessageAnswered(ctx.db, id, answered ? ctx.now() : null)
  if (!message) throw notFound()
  return presentMessage(message)
}

/** The entry has the id of the message and nothing of its content. */
export async function eraseMessage(ctx: Pick<Context, 'db' | 'now'>, staff: Viewer, id: string): Promise<void> {
  await ctx.db.begin(async (db) => {
    if (!(await deleteContactMessage(db, id))) throw notFound()
    const details = { message_id: id }
    await insertOwnAuditEntry(db, staff.id, { action: 'contact_erased', details, created_at: ctx.now() })
  })
}
