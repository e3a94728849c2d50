import type { InboxFilter } from '#contract/conversations.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { withinTime } from '#server/db/time-limit.ts'
import { FairQueue } from '#server/limits/fair-queue.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { parseCursor } from '#server/paging.ts'
import { type ConversationRow, countUnread, listConversations } from '#server/store/conversations/conversations.ts'
import { type InboxSearch, searchInbox } from '#server/store/conversations/inbox-search.ts'
import { cleanText, plainText } from '#server/text.ts'
import { type ConversationPage, presentPage } from './actions.ts'

/** Normalisation can turn one character into a whole phrase, so the length is limited after it. */
const MOST_LETTERS = 100
/** A statement of a search. After it only names and labels are searched. */
const TIME_MS = 1000
/** At most three searches at once, so that other requests always get a database connection. */
const queue = new FairQueue({ at_once: 3, waiting_max: 30 })

type InboxContext = Pick<Context, 'config' | 'db' | 'limiter' | 'now'>

interface Caller {
  viewer: Viewer
  ip: string
  signal: AbortSignal
}

interface InboxQuery {
  cursor?: string | undefined
  filter?: InboxFilter | undefined
  label?: string | undefined
  search?: string | undefined
}

/** The conversations that a creator received: all, or those of a filter, a label and a search. */
export async function readInbox(ctx: InboxContext, caller: Caller, query: InboxQuery): Promise<ConversationPage> {
  const { viewer, ip, signal } = caller
  const after = parseCursor(query.cursor)
  const narrowed = { filter: query.filter, label: query.label && cleanText(query.label) }
  const words = plainText(query.search ?? '').slice(0, MOST_LETTERS)
  if (words !== '') await limitRate(ctx, 'inbox_search', { user_id: viewer.id, ip })
  const read = (): Promise<ConversationRow[]> =>
    words === ''
      ? listConversations(ctx.db, viewer.id, ctx.now(), { as: 'creator', after, narrowed })
      : queue.run(viewer.id, signal, () =>
          search(ctx, { creator_id: viewer.id, now: ctx.now(), words, in_messages: true, after, narrowed }),
        )
  const [rows, unread] = await Promise.all([read(), countUnread(ctx.db, viewer.id, 'creator')])
  return presentPage(rows, unread)
}

async function search({ db }: Pick<Context, 'db'>, wanted: InboxSearch): Promise<ConversationRow[]> {
  const found = await withinTime(db, TIME_MS, (tx) => searchInbox(tx, wanted))
  if (found) return found
  return (await withinTime(db, TIME_MS, (tx) => searchInbox(tx, { ...wanted, in_messages: false }))) ?? []
}
