import { expect, it } from 'vitest'
import type { ConversationSummary, FoundMessage } from '#contract/conversations.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countUnread, listConversations } from '#server/store/conversations/conversations.ts'
import { searchThread } from '#server/store/conversations/message-search.ts'
import { messagingWorld } from '#tests/support/scenarios/messaging.ts'

const { ctx, amy, fan, subscribe } = await messagingWorld()

const CONVERSATIONS = 5
const MESSAGES_EACH = 2000
const UNREAD_EACH = 3

const fans = await Promise.all(Array.from({ length: CONVERSATIONS }, (_, index) => fan(`long-${index}`)))
for (const one of fans) await subscribe(one, amy)
const ids = await Promise.all(fans.map(async (one) => (await one.writes(amy)).id))
await ctx.db`
  with lengthened as (
    update conversations set last_position = ${MESSAGES_EACH}, creator_read = ${MESSAGES_EACH - UNREAD_EACH}
    where id = any(${ids}::uuid[]) returning id, fan_id
  )
  insert into messages (id, conversation_id, position, sender_id, content, created_at)
  select gen_random_uuid(), id, n, fan_id,
    'Good evening ' || n || case when n % 40 = 0 then ' minuet' else '' end || case when n = 7 then ' clavichord' else '' end,
    ${ctx.now()}::timestamptz
  from lengthened, generate_series(2, ${MESSAGES_EACH}) n`
// In one of them a word is only far back, where the others have it everywhere.
const [, , rare = ''] = ids
await ctx.db`
  update messages set content = replace(content, 'minuet', case when position = 40 then 'minuet gavotte' else '' end)
  where conversation_id = ${rare}`
await ctx.db`
  insert into message_words (conversation_id, position, words)
  select m.conversation_id, m.position, inbox_words(c.creator_id, m.content)
  from messages m join conversations c on c.id = m.conversation_id where m.conversation_id = any(${ids}::uuid[])
  on conflict do nothing`
await ctx.db`analyze conversations, messages, message_words`

/** How many rows PostgreSQL reads for this, in one transaction. */
async function rowsRead(table: string, run: (db: Queryable) => Promise<unknown>): Promise<number> {
  return await ctx.db.begin(async (tx) => {
    const read = async () => {
      const [row] = await tx<{ count: number }[]>`
        select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = ${table}`
      return row?.count ?? Number.NaN
    }
    const before = await read()
    await run(tx)
    return (await read()) - before
  })
}

it('For the badge of an inbox only unread messages are read, however long its conversations are', async () => {
  const read = await rowsRead('messages', async (db) =>
    expect(await countUnread(db, amy.id, 'creator')).toBe(CONVERSATIONS * UNREAD_EACH),
  )
  expect(read).toBe(CONVERSATIONS * UNREAD_EACH)
})

it('For each conversation of a list only its unread messages and the last one are read', async () => {
  const read = await rowsRead('messages', async (db) => {
    const rows = await listConversations(db, amy.id, ctx.now(), { as: 'creator' })
    expect(rows.filter(({ id }) => ids.includes(id)).map(({ unread_count }) => unread_count)).toEqual(
      ids.map(() => UNREAD_EACH),
    )
  })
  expect(read).toBeLessThanOrEqual(CONVERSATIONS * (UNREAD_EACH + 1))
})

const wordsOf = async (person: typeof amy, id: string, query: Record<string, string>) =>
  await person.ask('GET', `/conversations/${id}/messages?${new URLSearchParams(query)}`)

it('In a long conversation both find what was said long ago, newest first, each message once, and nothing of others', async () => {
  const [id = ''] = ids
  const [one] = fans
  for (const person of [amy, one as typeof amy]) {
    const found: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const reply = await wordsOf(person, id, { search: 'minuet', ...(cursor && { cursor }) })
      found.push(...reply.body.map(({ content }: FoundMessage) => content))
      cursor = String(reply.headers.link ?? '').match(/cursor=([\w-]+)/)?.[1]
    }
    expect(found).toEqual(Array.from({ length: 50 }, (_, page) => `Good evening ${2000 - 40 * page} minuet`))
  }
  const rarely = (await wordsOf(amy, rare, { search: 'minuet' })).body
  expect(rarely.map(({ content }: FoundMessage) => content)).toEqual(['Good evening 40 minuet gavotte'])
  expect((await wordsOf(amy, id, { search: 'gavotte' })).body).toEqual([])
  const listed = async (search: string) =>
    (await (fans[2] as typeof amy).ask('GET', `/conversations?search=${search}`)).body.map(
      ({ id: of, found }: ConversationSummary) => [of, found?.content],
    )
  expect(await listed('clavichord')).toEqual([[rare, 'Good evening 7 clavichord']])
  expect(await listed('sarabande')).toEqual([])
})

it('For a word that is rare in a long conversation not all of its messages are read', async () => {
  for (const [words, count] of [
    ['clavichord', 1],
    ['sarabande', 0],
  ] as const) {
    const read = await rowsRead('message_words', async (db) => {
      const rows = await searchThread(db, { viewer_id: amy.id, id: ids[0] ?? '', words, before: undefined })
      expect(rows).toHaveLength(count)
    })
    expect(read).toBeLessThanOrEqual(MESSAGES_EACH / 2 + count)
  }
})
