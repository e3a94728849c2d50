import { describe, expect, it } from 'vitest'
import type { ConversationSummary } from '#contract/conversations.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { hideObject, restoreObject } from '#server/store/cases/hidden.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { openSession } from '#tests/support/database/account-rows.ts'
import { messagingWorld } from '#tests/support/scenarios/messaging.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, amy, zoe, member, subscribe, passes, open, beat } = await messagingWorld()

/** A fan of Amy with a name of their own, who has written this. */
async function writer(username: string, content: string, { to = amy, days = 30 } = {}): Promise<[Person, string]> {
  const fan = await member(username)
  await fan.ask('PUT', '/user', { username })
  await subscribe(fan, to, days)
  passes(1000)
  return [fan, (await fan.writes(to, content)).id]
}

const list = (person: Person, query: Record<string, string>) =>
  person.ask('GET', `/conversations/received?${new URLSearchParams(query)}`)
const named = async (person: Person, query: Record<string, string>) =>
  (await list(person, query)).body.map(({ initiator }: ConversationSummary) => initiator.username)
const foundIds = async (person: Person, words: string) =>
  (await list(person, { search: words })).body.map(({ id }: ConversationSummary) => id)
/** Two ids for which `inbox_key` is the same. */
const SAME_PREFIX = ['00000000-0000-7000-8000-00000000421c', '00000000-0000-7000-8000-000000006913']

/** More conversations than the newest ones, which are looked through before the index is asked. */
async function insertOldConversations(db: Db, creator: Person): Promise<void> {
  await db`
    with made as (
      insert into users (id, email, email_key, username, password_hash, created_at)
      select gen_random_uuid(), n || '@far.example', n || '@far.example', 'far-' || n, 'x', now() from generate_series(1, 60) n
      returning id
    )
    insert into conversations (id, fan_id, creator_id, created_at, last_message_at)
    select gen_random_uuid(), id, ${creator.id}, now() - interval '1 year', now() - interval '1 year' from made`
}

const search = (person: Person, words: string) => named(person, { search: words })
/** Asks before the words are written, when they are, and when everything is settled: the answer is the same. */
async function alwaysFinds(words: string, expected: string[], person = amy): Promise<void> {
  for (const step of ['unwritten', 'written', 'settled']) {
    expect(await search(person, words), `${words}, ${step}`).toEqual(expected)
    await beat()
    if (step === 'written') passes(2 * MINUTE_MS)
  }
}

describe('Refused searches', () => {
  it('A filter that does not exist, an empty label and a search that is too long are refused', async () => {
    for (const query of ['filter=all', 'filter=', 'label=', 'label=%20', `search=${'x'.repeat(101)}`, 'cursor=x'])
      expect((await amy.ask('GET', `/conversations/received?${query}`)).status, query).toBe(422)
  })

  it('Any text can be searched, and a creator finds nothing of others', async () => {
    await writer('theo-of-zoe', 'A violoncello for you alone', { to: zoe })
    await beat()
    for (const words of [
      'violoncello',
      'theo',
      "'",
      '\\',
      '%',
      '_',
      '!',
      ' ',
      '@',
      '<b>',
      ":* & ! | '",
      '🔥',
      'ﷺ'.repeat(33),
    ])
      expect(await list(amy, { search: words }), words).toMatchObject({ status: 200, body: [] })
    expect(await search(zoe, 'violoncello')).toEqual(['theo-of-zoe'])
  })

  it('A creator with a long inbox, whose old messages are searched too, finds nothing of others', async () => {
    const lou = await messagingWorld()
    const { db } = lou.ctx
    const fan = await lou.member('fan')
    await fan.ask('PUT', '/user', { username: 'theo-of-zoe' })
    await lou.subscribe(fan, lou.zoe)
    const { id } = await fan.writes(lou.zoe, 'A violoncello for you alone')
    await insertOldConversations(db, lou.amy)
    for (const step of ['unwritten', 'written', 'settled']) {
      for (const words of ['violoncello', 'alone', 'theo']) expect(await foundIds(lou.amy, words), step).toEqual([])
      expect(await foundIds(lou.zoe, 'violoncello'), step).toEqual([id])
      await lou.beat()
      if (step === 'written') lou.passes(2 * MINUTE_MS)
    }
  })

  it('Two creators whose words are stored under the same prefix find nothing of each other', async () => {
    const house = await world()
    const { db, now } = house.ctx
    const [one, two] = await Promise.all(
      SAME_PREFIX.map(async (id, place) => {
        const person = Object.assign(house.stranger(`same${place}`), { id })
        await db`
          insert into users (id, email, email_key, username, password_hash, created_at)
          values (${id}, ${person.email}, ${person.email}, ${`same-${place}`}, 'x', ${now()})`
        await insertProfile(db, { id, bio: '', created_at: now() })
        return Object.assign(person, { token: await openSession(db, { user_id: id, user_agent: 'test', now: now() }) })
      }),
    )
    const keys = await db`select distinct inbox_key(id) from users where id = any(${SAME_PREFIX})`
    if (!one || !two || keys.length !== 1) throw new Error('the two have one prefix')
    const fan = await house.member('fan')
    await house.subscribe(fan, two)
    const { id } = await fan.writes(two, 'A violoncello for you alone')
    await insertOldConversations(db, one)
    for (const step of ['unwritten', 'written', 'settled']) {
      expect(await foundIds(one, 'violoncello'), step).toEqual([])
      expect(await foundIds(two, 'violoncello'), step).toEqual([id])
      await house.beat()
      if (step === 'written') house.passes(2 * MINUTE_MS)
    }
  })

  it('A creator who searches more than 120 times in a minute has to wait, and still reads the inbox', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const nina = await limited.creator('nina')
    for (let index = 0; index < 120; index += 1) await list(nina, { search: 'x' })
    expect((await list(nina, { search: 'x' })).status).toBe(429)
    expect((await list(nina, {})).status).toBe(200)
  })
})

describe('The search in an inbox', () => {
  it('A creator finds a fan by words of a message, whatever their case and accents, whoever wrote them', async () => {
    const [, id] = await writer('noor', 'L’Œuvre de l’été, s’il vous plaît: the half-beat')
    await writer('ana', 'I can send you the score')
    passes(1000)
    await amy.says(id, 'Sunday is when the ORCHESTRA has slept')
    for (const words of ['oeuvre', 'ete', 'ÉTÉ', 'beat half', 'plait', 'orchestra slept', 'orch', 'sunday orch'])
      await alwaysFinds(words, ['noor'])
    for (const words of ['orchestra score', 'rchestra', 'sund orchestra', 'slept s']) await alwaysFinds(words, [])
    const [row] = (await list(amy, { search: 'orchestra' })).body
    expect(row).toMatchObject({ id, found: { content: 'Sunday is when the ORCHESTRA has slept', sender_id: amy.id } })
    expect((await list(amy, {})).body[0]).not.toHaveProperty('found')
  })

  it('A creator finds a fan by name and by label, and not by the name of somebody who blocks them or is frozen', async () => {
    const [blocker] = await writer('marchetti-one', 'Words of the first')
    const [frozen] = await writer('marchetti-two', 'Words of the second')
    await writer('theomarchetti', 'Words of the third')
    await amy.ask('PUT', '/fans/theomarchetti/card', { labels: ['Écrit des lettres', 'row G'] })
    expect(await search(amy, 'marchetti')).toEqual(['theomarchetti', 'marchetti-two', 'marchetti-one'])
    for (const words of ['ecrit', 'LETTRES', 'row g'])
      expect(await search(amy, words), words).toEqual(['theomarchetti'])
    expect(await named(amy, { label: 'ROW g' })).toEqual(['theomarchetti'])
    await blocker.ask('POST', '/blocks', { username: (await amy.ask('GET', '/user')).body.username })
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${frozen.id}`
    expect(await search(amy, 'marchetti')).toEqual(['theomarchetti'])
    // The thread is still there to be read, so its words are found.
    await alwaysFinds('words of the', ['theomarchetti', 'member', 'member'])
  })

  it('A message that staff remove is not found by its words, and is again when they restore it', async () => {
    const [fan, id] = await writer('hugo', 'A pianoforte at midnight')
    await alwaysFinds('pianoforte', ['hugo'])
    const message_id = (await open(fan, id)).messages[0]?.id ?? ''
    const message = { kind: 'message', object_id: message_id } as const
    await ctx.db.begin((db) => hideObject(db, message, ctx.now()))
    await alwaysFinds('pianoforte', [])
    await alwaysFinds('removed', [])
    await ctx.db.begin((db) => restoreObject(db, message))
    await alwaysFinds('pianoforte', ['hugo'])
  })

  it('Old messages are found when the words of all of them are written, and each page follows the one before', async () => {
    const lou = await world()
    const inbox = await lou.creator('lou')
    await lou.ctx.db`
      with people as (
        insert into users (id, email, email_key, username, password_hash, created_at)
        select gen_random_uuid(), 'p' || n, 'p' || n, 'p' || n, '', ${lou.ctx.now()} from generate_series(1, 70) n returning id
      ), opened as (
        insert into conversations (id, fan_id, creator_id, created_at, last_position, last_message_at)
        select gen_random_uuid(), id, ${inbox.id}, ${lou.ctx.now()}, 90,
          ${lou.ctx.now()}::timestamptz - interval '1 day' - interval '1 second' * row_number() over ()
        from people returning id, fan_id, last_message_at
      )
      insert into messages (id, conversation_id, position, sender_id, content, created_at)
      select gen_random_uuid(), id, n, fan_id,
        case when n = 2 then 'A rare clavichord' when n % 2 = 0 then 'Good evening' else 'Silence' end, last_message_at
      from opened, generate_series(1, 90) n`
    // Everything is older than the first start, so it has no words yet.
    expect(await search(inbox, 'clavichord')).toEqual([])
    await lou.ctx.db`update messages set id = overlay(id::text placing '00000000' from 1 for 8)::uuid`
    for (let count = 0; count < 8; count += 1) await lou.beat()
    expect([...(await lou.ctx.db`select filled_id from indexed_messages`)]).toEqual([{ filled_id: null }])
    for (const words of ['clavichord', 'good evening', 'clav', 'p']) {
      const found: string[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const reply = await list(inbox, { search: words, ...(cursor && { cursor }) })
        expect(reply.status, words).toBe(200)
        found.push(...reply.body.map(({ id }: ConversationSummary) => id))
        cursor = String(reply.headers.link ?? '').match(/cursor=(\w+-[\w-]+)/)?.[1]
      }
      expect(found, words).toHaveLength(70)
      expect(new Set(found).size).toBe(70)
    }
  })
})

describe('The filters of an inbox', () => {
  it('A creator sees who waits for an answer, who subscribes and who did, and searches among them', async () => {
    const nina = await member('nina-of-filters')
    await ctx.db`insert into profiles (id, bio, created_at) values (${nina.id}, '', ${ctx.now()})`
    const [, read] = await writer('anna', 'To be read', { to: nina })
    const [, answered] = await writer('ben', 'To be answered', { to: nina })
    await writer('cleo', 'To wait', { to: nina })
    const [, over] = await writer('dora', 'To end', { to: nina, days: 1 })
    await open(nina, read)
    await nina.says(answered, 'An answer, before anything was read')
    await open(nina, over)
    await nina.says(over, 'Thank you for the year')
    await ctx.db`update subscriptions set expires_at = ${ctx.now()} where fan_id in (
      select id from users where username = 'dora')`
    passes(HOUR_MS)
    expect(await named(nina, { filter: 'unread' })).toEqual(['ben', 'cleo'])
    expect(await named(nina, { filter: 'unanswered' })).toEqual(['cleo', 'anna'])
    expect(await named(nina, { filter: 'subscribers' })).toEqual(['ben', 'cleo', 'anna'])
    expect(await named(nina, { filter: 'ended' })).toEqual(['dora'])
    expect(await named(nina, { filter: 'unanswered', search: 'wait' })).toEqual(['cleo'])
    expect(await named(nina, { filter: 'ended', search: 'wait' })).toEqual([])
    const states = (await list(nina, {})).body.map(({ fan_state, labels }: ConversationSummary) => [fan_state, labels])
    expect(states).toEqual([['ended', []], ...Array.from({ length: 3 }, () => ['subscriber', []])])
    expect((await list(nina, { filter: 'ended', search: 'x' })).headers['x-unread-count']).toBe('2')
  })

  it('A fan learns nothing of labels and states from their own list', async () => {
    const [fan] = await writer('fay', 'Hello')
    await amy.ask('PUT', '/fans/fay/card', { labels: ['secret-label'] })
    const reply = await fan.ask('GET', '/conversations?filter=unread&label=x&search=x')
    expect(reply.status).toBe(200)
    expect(reply.text).not.toMatch(/secret-label|fan_state|labels/)
  })
})
