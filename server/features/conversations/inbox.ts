import type { InboxFilter } from '#contract/conversations.ts'
import type { Context } from '#server/context.ts'
import { withinTime } from '#server/db/time-limit.ts'
import { parseCursor } from '#server/paging.ts'
import {
  type ConversationRow,
  countUnread,
  listConversations as listNarrowed,
} from '#server/store/conversations/conversations.ts'
import { type InboxSearch, searchInbox } from '#server/store/conversations/inbox-search.ts'
import { cleanText } from '#server/text.ts'
import { type ConversationPage, listConversations, presentPage } from './actions.ts'
import { type Caller, runSearch, searchedWords } from './searches.ts'

type InboxContext = Pick<Context, 'config' | 'db' | 'limiter' | 'now'>

interface InboxQuery {
  cursor?: string | undefined
  filter?: InboxFilter | undefined
  label?: string | undefined
  search?: string | undefined
}

/** The conversations that a creator received: all, or those of a filter, a label and a search. */
export async function readInbox(ctx: InboxContext, caller: Caller, query: InboxQuery): Promise<ConversationPage> {
  const { viewer } = caller
  const after = parseCursor(query.cursor)
  const narrowed = { filter: query.filter, label: query.label && cleanText(query.label) }
  const words = searchedWords(query.search)
  if (words === '' && !narrowed.filter && !narrowed.label)
    return await listConversations(ctx, viewer, 'creator', query.cursor)
  const read = (): Promise<ConversationRow[]> =>
    words === ''
      ? listNarrowed(ctx.db, viewer.id, ctx.now(), { as: 'creator', after, narrowed })
      : search(ctx, caller, { creator_id: viewer.id, now: ctx.now(), words, in_messages: true, after, narrowed })
  const [rows, unread] = await Promise.all([read(), countUnread(ctx.db, viewer.id, 'creator')])
  return presentPage(rows, unread)
}

/** If the messages take too long, only names and labels are searched. */
async function search(ctx: InboxContext, caller: Caller, wanted: InboxSearch): Promise<ConversationRow[]> {
  const found = await runSearch(ctx, caller, 'received', (db) => searchInbox(db, wanted))
  if (found) return found
  return (await withinTime(ctx.db, 1000, (db) => searchInbox(db, { ...wanted, in_messages: false }))) ?? []
}
