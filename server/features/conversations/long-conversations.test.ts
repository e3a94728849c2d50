import { expect, it } from 'vitest'
import type { Queryable } from '#server/db/connect.ts'
import { countUnread, listConversations } from '#server/store/conversations/conversations.ts'
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
  select gen_random_uuid(), id, n, fan_id, 'Good evening', ${ctx.now()}::timestamptz
  from lengthened, generate_series(2, ${MESSAGES_EACH}) n`
await ctx.db`analyze conversations, messages`

/** How many messages PostgreSQL reads for this, in one transaction. */
async function messagesRead(run: (db: Queryable) => Promise<unknown>): Promise<number> {
  return await ctx.db.begin(async (tx) => {
    const read = async () => {
      const [row] = await tx<{ count: number }[]>`
        select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'messages'`
      return row?.count ?? Number.NaN
    }
    const before = await read()
    await run(tx)
    return (await read()) - before
  })
}

it('For the badge of an inbox only unread messages are read, however long its conversations are', async () => {
  const read = await messagesRead(async (db) =>
    expect(await countUnread(db, amy.id, 'creator')).toBe(CONVERSATIONS * UNREAD_EACH),
  )
  expect(read).toBe(CONVERSATIONS * UNREAD_EACH)
})

it('For each conversation of a list only its unread messages and the last one are read', async () => {
  const read = await messagesRead(async (db) => {
    const rows = await listConversations(db, amy.id, ctx.now(), { as: 'creator' })
    expect(rows.filter(({ id }) => ids.includes(id)).map(({ unread_count }) => unread_count)).toEqual(
      ids.map(() => UNREAD_EACH),
    )
  })
  expect(read).toBeLessThanOrEqual(CONVERSATIONS * (UNREAD_EACH + 1))
})
