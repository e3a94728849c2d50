import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { openConversation } from '#tests/support/database/conversation-rows.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'
import { writeMessage } from './message-batches.ts'
import { insertMessage } from './message-writing.ts'

const { ctx, creator, member, subscribe } = await world()
const amy = await creator('amy')
const fans = await Promise.all(['bob', 'cat', 'dan', 'eve'].map((name) => member(name)))
for (const fan of fans) await subscribe(fan, amy)
const [bob, cat, dan, eve] = fans as [Person, Person, Person, Person]

const openWith = (fan: Person) => openConversation(ctx.db, { fan, creator: amy })
const say = (conversation_id: string, sender: Person, content = 'Hello', client_id?: string) =>
  writeMessage(ctx.db, { conversation_id, message: { sender_id: sender.id, content, client_id, now: ctx.now() } })

async function storedMessages(conversation_id: string) {
  return await ctx.db<{ position: number; content: string; created_at: Date; written_by: string }[]>`
    select position, content, created_at, xmin::text as written_by from messages
    where conversation_id = ${conversation_id} order by position`
}
const contents = async (conversation_id: string) =>
  (await storedMessages(conversation_id)).map(({ content }) => content)

const conversations = [await openWith(bob), await openWith(cat), await openWith(dan), await openWith(eve)] as const
const [with_bob, with_cat, with_dan, with_eve] = conversations

describe('Batches of messages', () => {
  // Spec 7.41
  it('Messages of one batch are written in one statement, and each is accepted or refused by itself', async () => {
    const fay = await member('fay')
    const with_fay = await openWith(fay)
    const gus = await member('gus')
    await subscribe(gus, amy)
    const with_gus = await openWith(gus)
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${gus.id}`
    const client_id = randomUUID()
    const first = await say(with_dan, dan, 'Once', client_id)
    const answers = await Promise.all([
      say(with_bob, bob, 'From a fan'),
      say(with_fay, fay, 'Without a subscription'),
      say(NOBODY, bob, 'Nowhere'),
      say(with_cat, amy, 'From the creator'),
      say(with_eve, bob, 'Where bob has no part'),
      say(with_dan, dan, 'Twice', client_id),
      say(with_gus, amy, 'To somebody who leaves'),
    ])
    const [from_fan, refused, nowhere, from_creator, not_his, again, to_leaver] = answers
    expect(from_fan).toMatchObject({ conversation_id: with_bob, fan_id: bob.id, creator_id: amy.id, is_new: true })
    expect(refused).toMatchObject({ conversation_id: with_fay, message: null })
    expect(to_leaver).toMatchObject({ conversation_id: with_gus, message: null })
    expect([nowhere, not_his]).toEqual([undefined, undefined])
    expect(from_creator?.message).toMatchObject({ content: 'From the creator', client_id: null })
    expect(again).toEqual({ ...first, is_new: false })
    expect(await contents(with_fay)).toEqual([])
    expect(await contents(with_eve)).toEqual([])
    expect(await contents(with_dan)).toEqual(['Once'])
    const [[bobs], [cats]] = [await storedMessages(with_bob), await storedMessages(with_cat)]
    expect(bobs?.content).toBe('From a fan')
    expect(cats?.written_by).toBe(bobs?.written_by)
  })

  it('Every text of a batch is stored as it was sent', async () => {
    for (const text of ['NULL', '{a,"b"}', '\\', '\\"', ' ', 'Zoé\n\t’ 🔥', ',']) {
      const answers = await Promise.all([say(with_bob, bob, text), say(with_cat, cat, `${text}${text}`)])
      expect(answers.map((answer) => answer?.message?.content)).toEqual([text, `${text}${text}`])
    }
  })

  it('Several messages of a batch to one conversation are all stored in order, however its id is spelt', async () => {
    const before = (await storedMessages(with_eve)).length
    await Promise.all([
      say(with_eve, eve, 'One'),
      say(with_eve.toUpperCase(), amy, 'Two'),
      say(with_bob, bob),
      say(with_eve.toUpperCase(), eve, 'Three'),
    ])
    const rows = (await storedMessages(with_eve)).slice(before)
    expect(rows.map(({ content }) => content).sort()).toEqual(['One', 'Three', 'Two'])
    expect(rows.map(({ position }) => position)).toEqual([before + 1, before + 2, before + 3])
    const times = rows.map(({ created_at }) => created_at.getTime())
    expect(new Set(times).size).toBe(3)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('A message that another transaction is writing does not affect the others of its batch', async () => {
    const client_id = randomUUID()
    const message = { sender_id: bob.id, content: 'Mine', client_id, now: ctx.now() }
    const before = await storedMessages(with_cat)
    let sent: ReturnType<typeof say>[] = []
    await ctx.db.begin(async (db) => {
      await insertMessage(db, with_bob, message)
      sent = [say(with_bob, bob, 'Mine again', client_id), say(with_cat, cat, 'Hers')]
      await vi.waitFor(
        async () =>
          expect(
            await ctx.db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ).toHaveLength(1),
        { timeout: 20_000 },
      )
    })
    const [his, hers] = await Promise.all(sent)
    expect(his).toMatchObject({ is_new: false, message: { content: 'Mine' } })
    expect(hers).toMatchObject({ is_new: true, message: { content: 'Hers' } })
    expect((await storedMessages(with_bob)).filter(({ content }) => content.startsWith('Mine'))).toHaveLength(1)
    expect(await storedMessages(with_cat)).toHaveLength(before.length + 1)
  })

  it('All messages of a batch fail when the database fails', async () => {
    await ctx.db`alter table messages rename to messages_away`
    const answers = await Promise.allSettled([say(with_bob, bob), say(with_cat, cat)])
    await ctx.db`alter table messages_away rename to messages`
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await say(with_bob, bob))?.is_new).toBe(true)
  })
})

describe('Concurrent batches', () => {
  it('Concurrent processes that write into the same conversations cause no deadlock, and leave no gap', async () => {
    const pools = Array.from({ length: 4 }, () => connect(ctx.config.database_url ?? '', { max: 2 }))
    const before = await Promise.all(conversations.map(async (id) => (await storedMessages(id)).length))
    const rounds = pools.map(async (db, index) => {
      for (let round = 0; round < 25; round += 1) {
        const order = (index + round) % 2 ? conversations : conversations.toReversed()
        await Promise.all(
          order.map((conversation_id) =>
            writeMessage(db, {
              conversation_id,
              message: { sender_id: amy.id, content: `${index} ${round}`, client_id: undefined, now: ctx.now() },
            }),
          ),
        )
      }
    })
    await Promise.all(rounds)
    await Promise.all(pools.map((db) => db.end()))
    for (const [index, id] of conversations.entries()) {
      const rows = await storedMessages(id)
      expect(rows).toHaveLength((before[index] ?? 0) + 100)
      expect(rows.map(({ position }) => position)).toEqual(rows.map((_, place) => place + 1))
      const times = rows.map(({ created_at }) => created_at.getTime())
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
    }
  })
})
