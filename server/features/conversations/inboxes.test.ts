import { describe, expect, it } from 'vitest'
import type { ConversationSummary } from '#contract/conversations.ts'
import { insertFirstMessage } from '#server/store/conversations/message-writing.ts'
import { newId } from '#server/store/ids.ts'
import { grantSubscription } from '#server/store/subscriptions/periods.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { messagingWorld } from '#tests/support/scenarios/messaging.ts'
import { NOBODY, type Person } from '#tests/support/world.ts'

const { ctx, amy, zoe, creator, fan, subscribe, passes, open, inbox } = await messagingWorld()

/** A first message of a sender whose rows are inserted directly, because signing up is slow. */
async function firstMessage(to: Person, name: string): Promise<string> {
  const [db, now, sender_id] = [ctx.db, ctx.now(), newId(ctx.now())]
  await db`
    insert into users (id, email, email_key, username, password_hash, created_at)
    values (${sender_id}, ${name}, ${name}, ${name}, '', ${now})`
  await grantSubscription(db, { id: newId(now), fan_id: sender_id, profile_id: to.id, days: 1, now })
  const written = await insertFirstMessage(db, to.id, { sender_id, content: 'Hello', client_id: undefined, now })
  return written?.conversation_id ?? ''
}

describe('Refused cursors', () => {
  it('An inbox refuses a cursor that is invalid', async () => {
    const ann = await fan('una')
    for (const cursor of ['', 'x', '5', `_${NOBODY}`, `1763287200000_`, `99999999999999_${NOBODY}`, '%00', '%F0%9F']) {
      expect((await ann.ask('GET', `/conversations?cursor=${cursor}`)).status, cursor).toBe(422)
    }
    expect((await ann.ask('GET', `/conversations?cursor=9999999999999_${NOBODY}`)).status).toBe(200)
  })
})

describe('Inboxes', () => {
  // Spec 7.36, 7.37
  it('A creator who is also a fan has conversations they started and conversations they received in separate lists', async () => {
    await subscribe(amy, zoe)
    const { id } = await amy.writes(zoe, 'From one creator to another')
    expect((await inbox(amy)).map((one) => one.id)).toEqual([id])
    expect((await inbox(amy, '/received')).map((one) => one.id)).not.toContain(id)
    expect((await inbox(zoe, '/received')).map((one) => one.id)).toEqual([id])
    expect(await inbox(zoe)).toEqual([])
    const ivy = await fan('ivy')
    expect(await inbox(ivy)).toEqual([])
    expect(await ivy.ask('GET', '/conversations/received')).toMatchObject({ status: 403 })
  })

  it('A creator sees the portrait of a fan who has a page of their own, and none while one of the two blocks the other', async () => {
    const [ida, tom] = [await creator('ida'), await fan('tom')]
    await subscribe(ida, amy)
    const profile_pic = await noisePicture({ width: 40, height: 50 })
    const { profile_pic: portrait } = (await ida.send('PUT', `/profiles/${ida.id}`, { profile_pic })).body
    expect(portrait).toMatch(/^\/media\//)
    const talks = [await ida.writes(amy, 'From a page'), await tom.writes(amy, 'From no page')]
    const initiators = async () => {
      const rows = await inbox(amy, '/received')
      return talks.map(({ id }) => rows.find((row) => row.id === id)?.initiator)
    }
    const { username } = (await tom.ask('GET', '/user')).body
    const ofIda = (await ida.ask('GET', '/user')).body.username
    const known = [
      { username: ofIda, is_deleted: false, profile_pic: portrait },
      { username, is_deleted: false },
    ]
    expect(await initiators()).toEqual(known)
    expect((await open(amy, talks[0]?.id ?? '')).initiator).toEqual(known[0])
    for (const [one, other, left] of [
      [amy, ofIda, { username: ofIda, is_deleted: false }],
      [ida, (await amy.ask('GET', '/user')).body.username, { username: 'member', is_deleted: true }],
    ] as const) {
      await one.ask('POST', '/blocks', { username: other })
      expect((await initiators())[0]).toEqual(left)
      await one.ask('DELETE', `/blocks/${other}`)
    }
    expect(await initiators()).toEqual(known)
  })

  // Spec 3.19, 7.36, 7.37
  it('An inbox begins with the latest message, and shows it', async () => {
    const jon = await fan('jon')
    const kat = await fan('kat')
    passes(1000)
    const first = await jon.writes(amy, 'From Jon')
    passes(1000)
    const second = await kat.writes(amy, 'From Kat')
    const order = async () => (await inbox(amy, '/received')).slice(0, 2).map(({ id }) => id)
    expect(await order()).toEqual([second.id, first.id])
    passes(1000)
    await amy.says(first.id, 'To Jon')
    expect(await order()).toEqual([first.id, second.id])
    const { messages, first_unread_id: _, ...summary } = await open(jon, first.id)
    expect(await inbox(jon)).toEqual([summary])
    expect(summary.last_message).toEqual({
      content: 'To Jon',
      created_at: ctx.now().toISOString(),
      sender_id: amy.id,
      is_removed: false,
    })
    expect(messages).toHaveLength(2)
  })

  it('An inbox counts the unread messages of all its pages, up to 100', async () => {
    const [una, vic] = [await creator('una-of-many'), await fan('vic')]
    const unreadCount = async (person: Person, list = '/received') =>
      (await person.ask('GET', `/conversations${list}`)).headers['x-unread-count']
    expect([await unreadCount(una), await unreadCount(vic, '')]).toEqual(['0', '0'])
    const ids: string[] = []
    for (let index = 0; index < 35; index += 1) ids.push(await firstMessage(una, `far-down-${index}`))
    passes(1000)
    await una.says(ids[34] ?? '', 'An answer is no news to who wrote it')
    expect(await unreadCount(una)).toBe('35')
    await open(una, ids[0] ?? '')
    expect(await unreadCount(una)).toBe('34')
    await ctx.db`
      with lengthened as (update conversations set last_position = 90 where id = ${ids[0] ?? ''} returning id, fan_id)
      insert into messages (id, conversation_id, position, sender_id, content, created_at)
      select gen_random_uuid(), id, n, fan_id, 'More', ${ctx.now()}::timestamptz from lengthened, generate_series(2, 90) n`
    expect(await unreadCount(una)).toBe('100')
  })

  it('An inbox of one page counts in the same way', async () => {
    const wes = await creator('wes-of-few')
    const unreadCount = async () => (await wes.ask('GET', '/conversations/received')).headers['x-unread-count']
    const [first = ''] = [await firstMessage(wes, 'one-of-few'), await firstMessage(wes, 'two-of-few')]
    expect(await unreadCount()).toBe('2')
    await open(wes, first)
    expect(await unreadCount()).toBe('1')
    await ctx.db`
      with lengthened as (update conversations set last_position = 130 where id = ${first} returning id, fan_id, creator_id)
      insert into messages (id, conversation_id, position, sender_id, content, created_at)
      select gen_random_uuid(), id, n, case when n > 110 then creator_id else fan_id end, 'More', ${ctx.now()}::timestamptz
      from lengthened, generate_series(2, 130) n`
    expect(await unreadCount()).toBe('100')
    await open(wes, first)
    expect(await unreadCount()).toBe('1')
  })

  // Spec 7.36, 7.37
  it('An inbox has pages of thirty, with each conversation once, also while somebody writes', async () => {
    const ursa = await creator('ursa')
    const ids: string[] = []
    for (let index = 0; index < 65; index += 1) {
      // Some of them have the same timestamp.
      if (index % 4 === 0) passes(1)
      ids.push(await firstMessage(ursa, `reader-${index}`))
    }
    const pages: string[][] = []
    let query = ''
    for (let turn = 0; turn < 5; turn += 1) {
      const { body, headers } = await ursa.ask('GET', `/conversations/received${query}`)
      pages.push(body.map(({ id }: ConversationSummary) => id))
      const link = /^<(\?cursor=[^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))
      if (!link) break
      query = link[1] ?? ''
      await ursa.says(ids[64] ?? '', 'Meanwhile')
    }
    expect(pages.map((page) => page.length)).toEqual([30, 30, 5])
    expect(new Set(pages.flat())).toEqual(new Set(ids))
    for (const cursor of [
      '',
      'x',
      '5',
      NOBODY,
      `1772366400000_${NOBODY}x`,
      `1e3_${NOBODY}`,
      `99999999999999_${NOBODY}`,
    ]) {
      expect((await ursa.ask('GET', `/conversations/received?cursor=${cursor}`)).status, cursor).toBe(422)
      expect((await ursa.ask('GET', `/conversations?cursor=${cursor}`)).status, cursor).toBe(422)
    }
  })
})
