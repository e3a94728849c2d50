import type { FoundMessage } from '#contract/conversations.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { withinTime } from '#server/db/time-limit.ts'
import { AppError, notFound } from '#server/errors.ts'
import { FairQueue } from '#server/limits/fair-queue.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { cutPage, FIRST_PAGE, type Page, parseCursor } from '#server/paging.ts'
import { countUnread } from '#server/store/conversations/conversations.ts'
import { searchOwn, searchThread } from '#server/store/conversations/message-search.ts'
import { plainText } from '#server/text.ts'
import { type ConversationPage, listConversations, presentPage } from './actions.ts'

/** Normalisation can turn one character into a whole phrase, so the length is limited after it. */
const MOST_LETTERS = 100
/** A statement of a search. */
const TIME_MS = 1000
/** At most three searches at once, so that other requests always get a database connection. */
const queue = new FairQueue({ at_once: 3, waiting_max: 30 })

type SearchContext = Pick<Context, 'config' | 'db' | 'limiter' | 'now'>

export interface Caller {
  viewer: Viewer
  ip: string
  signal: AbortSignal
}

/** The words as they are looked for. */
export function searchedWords(search: string | undefined): string {
  return plainText(search ?? '').slice(0, MOST_LETTERS)
}

/**
 * Counts a search, and runs it when it is this person's turn. Undefined if it took too long. A newer search replaces only
 * one in the same `place`, because the lists and the thread on one page search beside each other.
 */
export async function runSearch<T>(
  ctx: SearchContext,
  { viewer, ip, signal }: Caller,
  place: 'own' | 'received' | 'thread',
  search: (db: Queryable) => Promise<T>,
): Promise<T | undefined> {
  await limitRate(ctx, 'inbox_search', { user_id: viewer.id, ip })
  return await queue.run(`${place} ${viewer.id}`, signal, () => withinTime(ctx.db, TIME_MS, search))
}

/** The conversations that somebody started: all, or those of a creator with this name, or with these words. */
export async function readOwnConversations(
  ctx: SearchContext,
  caller: Caller,
  query: { cursor?: string | undefined; search?: string | undefined },
): Promise<ConversationPage> {
  const words = searchedWords(query.search)
  const { viewer } = caller
  if (words === '') return await listConversations(ctx, viewer, 'fan', query.cursor)
  const wanted = { fan_id: viewer.id, now: ctx.now(), words, after: parseCursor(query.cursor) ?? FIRST_PAGE }
  const [found, unread] = await Promise.all([
    runSearch(ctx, caller, 'own', (db) => searchOwn(db, { ...wanted, in_messages: true })),
    countUnread(ctx.db, viewer.id, 'fan'),
  ])
  return presentPage(found ?? (await searchOwn(ctx.db, { ...wanted, in_messages: false })), unread)
}

/** The messages of one conversation with these words, for its two participants. */
export async function searchMessages(
  ctx: SearchContext,
  caller: Caller,
  { id, search, cursor }: { id: string; search: string; cursor?: string | undefined },
): Promise<Page<FoundMessage>> {
  const { viewer } = caller
  const wanted = { viewer_id: viewer.id, id, words: searchedWords(search), before: cursor }
  const found = await runSearch(ctx, caller, 'thread', async (db) => ({ rows: await searchThread(db, wanted) }))
  if (!found) throw new AppError('busy', 'The search took too long')
  if (!found.rows) throw notFound()
  const { page, last } = cutPage(found.rows)
  const items = page.map(({ created_at, sender_id, ...message }) => ({
    ...message,
    sender_id,
    created_at: created_at.toISOString(),
    is_own_message: sender_id === viewer.id,
  }))
  return { items, cursor: last?.id }
}
