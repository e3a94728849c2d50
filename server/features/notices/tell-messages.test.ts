import { describe, expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { setFreeze } from '#server/store/accounts/freezes.ts'
import { killedBeforeCommit } from '#tests/support/database/dying-process.ts'
import { type Person, world } from '#tests/support/world.ts'
import { tellMessages } from './tell-messages.ts'

const { ctx, creator, member, subscribe, passes, eventsDuring } = await world()
let people = 0

/** A creator, a subscribed fan, and what the fan has written. */
async function chat() {
  people += 1
  const number = people
  const [amy, fan] = [await creator(`amy${number}`), await member(`fan${number}`)]
  await subscribe(fan, amy)
  const { id } = await fan.writes(amy, 'Hello')
  return { amy, fan, id }
}

/** Waits until whoever has the thread open has read, then tells. */
async function tell(): Promise<void> {
  passes(6 * SECOND_MS)
  await tellMessages(ctx)
}

async function noticesOf(person: Person) {
  return [
    ...(await ctx.db`
      select kind, about_id, conversation_id, in_app, push_at, mail_at, mailed_at, read_at is not null as is_read
      from member_notices where user_id = ${person.id} order by id`),
  ]
}

const read = (person: Person, id: string) => person.ask('GET', `/conversations/${id}`)
const unread = async (person: Person) => (await person.ask('GET', '/notices')).headers['x-unread-count']

describe('Nobody is told', () => {
  it('of a message before five seconds have passed, and not of one that was read by then', async () => {
    const { amy, id } = await chat()
    passes(5 * SECOND_MS - 1)
    await tellMessages(ctx)
    expect(await noticesOf(amy)).toEqual([])
    await read(amy, id)
    await tell()
    expect(await noticesOf(amy)).toEqual([])
  })

  it('of what they have written themselves', async () => {
    const { fan } = await chat()
    await tell()
    expect(await noticesOf(fan)).toEqual([])
  })

  it.each(['by the reader', 'by the sender'])('of a message of somebody who is blocked %s', async (by) => {
    const { amy, fan } = await chat()
    const [blocker, blocked] = by === 'by the reader' ? [amy, fan] : [fan, amy]
    const { username } = (await blocked.ask('GET', '/user')).body
    expect((await blocker.ask('POST', '/blocks', { username })).status).toBe(201)
    await tell()
    expect(await noticesOf(amy)).toEqual([])
  })

  it.each(['reader', 'sender'])('of a message while the %s is frozen', async (who) => {
    const { amy, fan } = await chat()
    const freeze = { ends_at: null, ground: 'terms', facts: 'Spam' }
    await ctx.db.begin((db) => setFreeze(db, who === 'reader' ? amy.id : fan.id, freeze, ctx.now()))
    await tell()
    expect(await noticesOf(amy)).toEqual([])
  })

  it('of a message that staff have removed', async () => {
    const { amy, id } = await chat()
    await ctx.db`
      update messages set hidden_at = ${ctx.now()}, hidden_content = content, content = '' where conversation_id = ${id}`
    await tell()
    expect(await noticesOf(amy)).toEqual([])
  })

  it('of messages from before the first start', async () => {
    const { amy, id } = await chat()
    await ctx.db`delete from told_messages`
    passes(61 * MINUTE_MS)
    await tellMessages(ctx)
    expect(await noticesOf(amy)).toEqual([])
    expect((await ctx.db`select creator_told from conversations where id = ${id}`)[0]?.creator_told).toBe(0)
  })
})

describe('A message that is not read', () => {
  it('is told once: in the app and by push now, by mail a quarter of an hour later', async () => {
    const { amy, fan, id } = await chat()
    const events = await eventsDuring(tell)
    expect(await noticesOf(amy)).toEqual([
      {
        kind: 'new_message',
        about_id: fan.id,
        conversation_id: id,
        in_app: true,
        push_at: ctx.now(),
        mail_at: new Date(ctx.now().getTime() + 15 * MINUTE_MS),
        mailed_at: null,
        is_read: false,
      },
    ])
    expect(events).toEqual([{ kind: 'notices_changed', user_ids: [amy.id] }])
    const [notice] = (await amy.ask('GET', '/notices')).body
    const { username } = (await fan.ask('GET', '/user')).body
    expect(notice).toMatchObject({ text: `${username} wrote to you.`, path: `/conversations/${id}` })
    expect(await eventsDuring(tell)).toEqual([])
    expect(await noticesOf(amy)).toHaveLength(1)
  })

  it('makes the next ones silent until it is read, and then one is told again', async () => {
    const { amy, fan, id } = await chat()
    await tell()
    for (let count = 0; count < 3; count += 1) {
      await fan.says(id)
      await tell()
    }
    expect(await noticesOf(amy)).toHaveLength(1)
    await read(amy, id)
    await fan.says(id)
    await tell()
    expect((await noticesOf(amy)).map(({ is_read }) => is_read)).toEqual([true, false])
  })

  it('is not told again after all notices were marked as read, while the thread is unread', async () => {
    const { amy, fan, id } = await chat()
    await tell()
    await amy.ask('POST', '/notices/read')
    await fan.says(id)
    await tell()
    expect(await noticesOf(amy)).toHaveLength(1)
  })

  it('is told to both, each of what the other one wrote', async () => {
    const { amy, fan, id } = await chat()
    await amy.says(id, 'An answer, from a device that shows no thread')
    await tell()
    expect(await noticesOf(amy)).toMatchObject([{ about_id: fan.id }])
    expect(await noticesOf(fan)).toMatchObject([{ about_id: amy.id }])
  })

  it('silences its notice on all devices when it is read', async () => {
    const { amy, id } = await chat()
    await tell()
    expect(await unread(amy)).toBe('1')
    const events = await eventsDuring(async () => void (await read(amy, id)))
    expect(events).toContainEqual({ kind: 'notices_changed', user_ids: [amy.id] })
    expect(await unread(amy)).toBe('0')
    expect(await eventsDuring(async () => void (await read(amy, id)))).toEqual([])
  })

  it('that came while an older page was read keeps its notice', async () => {
    const { amy, id } = await chat()
    await tell()
    // What a reading that began before the message leaves behind: the mark is below what was told.
    await ctx.db`update conversations set creator_told = last_position + 1 where id = ${id}`
    await read(amy, id)
    expect(await noticesOf(amy)).toMatchObject([{ is_read: false }])
  })

  it('is told also if it was committed after a newer one was told', async () => {
    const { amy, fan, id } = await chat()
    const late = await chat()
    const [message] = await ctx.db`delete from messages where conversation_id = ${id} returning *`
    await tell()
    expect(await noticesOf(late.amy)).toHaveLength(1)
    await ctx.db`insert into messages ${ctx.db(message as object)}`
    passes(20 * SECOND_MS)
    await tellMessages(ctx)
    expect(await noticesOf(amy)).toMatchObject([{ about_id: fan.id }])
  })

  it('is told once by two processes at the same time, and after one that was killed', async () => {
    const chats = await Promise.all(Array.from({ length: 5 }, chat))
    passes(5 * SECOND_MS)
    await expect(tellMessages({ ...ctx, db: killedBeforeCommit(ctx.db) })).rejects.toThrow('killed')
    for (const { amy } of chats) expect(await noticesOf(amy)).toEqual([])
    await Promise.all([tellMessages(ctx), tellMessages(ctx), tellMessages(ctx)])
    await tellMessages(ctx)
    for (const { amy } of chats) expect(await noticesOf(amy)).toHaveLength(1)
  })

  it('does not wait for a conversation in which somebody is writing, and tells of it later', async () => {
    const { amy, id } = await chat()
    passes(5 * SECOND_MS)
    await ctx.db.begin(async (db) => {
      await db`select 1 from conversations where id = ${id} for no key update`
      await tellMessages(ctx)
      expect(await noticesOf(amy)).toEqual([])
    })
    passes(2 * SECOND_MS)
    await tellMessages(ctx)
    expect(await noticesOf(amy)).toHaveLength(1)
  })
})
