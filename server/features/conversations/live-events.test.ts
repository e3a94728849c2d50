import { randomUUID } from 'node:crypto'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { NewMessageEvent } from '#contract/live.ts'
import type { BusEvent } from '#server/live/live.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creator, member, subscribe, logs } = await world()
const amy = await creator('amy')
const bob = await member('bob')
await subscribe(bob, amy)

const events: BusEvent[] = []
ctx.live.listen((event) => void events.push(event))

describe('Live events of new messages', () => {
  it('A message that is refused is published to nobody', async () => {
    const eve = await member('eve')
    await eve.ask('POST', '/conversations', { creator_id: amy.id, content: 'Let me in' })
    const { id } = await bob.writes(amy)
    events.length = 0
    await eve.ask('POST', `/conversations/${id}/messages`, { content: 'Let me in' })
    await bob.ask('POST', `/conversations/${id}/messages`, { content: ' ' })
    expect(events).toEqual([])
  })

  it('A new message is published to both participants alike, once it can be read', async () => {
    const { id } = await bob.writes(amy)
    const readable: Promise<number>[] = []
    const stop = ctx.live.listen((event) => {
      if (event.kind !== 'conversation' || event.event.type !== 'new_message') return
      const rows = ctx.db`select 1 from messages where id = ${event.event.message.id}`
      readable.push(rows.then(({ length }) => length))
    })
    events.length = 0
    const { is_own_message, ...message } = await amy.says(id.toUpperCase(), 'Good evening', randomUUID())
    stop()
    expect(is_own_message).toBe(true)
    const event = { type: 'new_message', message }
    expect(events).toEqual([{ kind: 'conversation', conversation_id: id, participants: [bob.id, amy.id], event }])
    expect(Value.Check(NewMessageEvent, event)).toBe(true)
    expect(JSON.stringify(events)).not.toContain('is_own_message')
    expect(await Promise.all(readable)).toEqual([1])
    const seen = (await amy.ask('GET', `/conversations/${id}`)).body.messages.at(-1)
    expect(seen).toEqual({ ...message, is_own_message: true })
  })

  it('A message that is sent again is published again as the same message, so that a lost live event is made up for', async () => {
    const client_id = randomUUID()
    events.length = 0
    await Promise.all(Array.from({ length: 20 }, () => bob.writes(amy, 'Once', client_id)))
    const { id } = await bob.writes(amy, 'Once', client_id)
    await bob.says(id, 'Once', client_id)
    expect(events).toEqual(Array(22).fill(events[0]))
  })
})

describe('Privacy of messages', () => {
  it('The content of a message is never written to the log, also when it is refused or the database fails', async () => {
    const words = 'a-word-that-nobody-logs'
    const { id } = await bob.writes(amy, words)
    await bob.says(id, words, randomUUID())
    await bob.ask('POST', `/conversations/${id}/messages`, { content: `${words}${'x'.repeat(3000)}` })
    await bob.ask('POST', `/conversations/${id}/messages`, `{"content": "${words}`)
    await bob.ask('POST', `/conversations/${id}/messages/${words}/reactions`, { emoji: words })
    await ctx.db`alter table messages add constraint refuses check (content <> ${ctx.db.unsafe(`'${words}'`)}) not valid`
    expect((await bob.ask('POST', `/conversations/${id}/messages`, { content: words })).status).toBe(500)
    await ctx.db`alter table messages drop constraint refuses`
    expect(logs.length).toBeGreaterThan(5)
    const leaked = logs.filter((line) => line.includes(words) && !line.includes(`/messages/${words}/reactions`))
    expect(leaked).toEqual([])
  })
})
