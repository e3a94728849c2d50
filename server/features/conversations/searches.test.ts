import { describe, expect, it } from 'vitest'
import type { ConversationSummary, FoundMessage } from '#contract/conversations.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { hideObject, restoreObject } from '#server/store/cases/hidden.ts'
import { newId } from '#server/store/ids.ts'
import { messagingWorld } from '#tests/support/scenarios/messaging.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, amy, zoe, creator, member, subscribe, passes, open, beat } = await messagingWorld()

async function reader(username: string, ...creators: Person[]): Promise<Person> {
  const fan = await member(username)
  for (const each of creators) await subscribe(fan, each, 30)
  passes(1000)
  return fan
}

const inThread = (person: Person, id: string, query: Record<string, string>) =>
  person.ask('GET', `/conversations/${id}/messages?${new URLSearchParams(query)}`)
const found = async (person: Person, id: string, search: string) =>
  (await inThread(person, id, { search })).body.map(({ content }: FoundMessage) => content)
const ownIds = async (person: Person, search: string) =>
  (await person.ask('GET', `/conversations?${new URLSearchParams({ search })}`)).body.map(
    ({ id }: ConversationSummary) => id,
  )

/** Asks before the words are written, when they are, and when everything is settled: the answer is the same. */
async function always<T>(ask: () => Promise<T>, expected: T): Promise<void> {
  for (const step of ['unwritten', 'written', 'settled']) {
    expect(await ask(), step).toEqual(expected)
    await beat()
    if (step === 'written') passes(2 * MINUTE_MS)
  }
}

describe('Refused searches in a conversation', () => {
  it('Nobody but its two participants searches a conversation, and a stranger learns nothing of it', async () => {
    const fan = await reader('fan-of-secrets', amy)
    const { id } = await fan.writes(amy, 'A viola da gamba for you alone')
    await beat()
    const stranger = await reader('stranger', amy, zoe)
    await stranger.writes(amy, 'Good evening')
    for (const person of [stranger, zoe])
      for (const wanted of [id, newId(ctx.now())])
        expect(await inThread(person, wanted, { search: 'viola' })).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        })
    expect(await ownIds(stranger, 'viola')).toEqual([])
    expect(await ownIds(amy, 'viola')).toEqual([])
    expect(await ownIds(fan, 'viola')).toEqual([id])
    expect((await fan.ask('GET', `/conversations/${id}/messages`)).status).toBe(422)
  })

  it('A search without words, that is too long, or from a wrong place is refused; any other text is an answer', async () => {
    const fan = await reader('fan-of-texts', amy)
    const { id } = await fan.writes(amy, 'Hello')
    for (const query of [{ search: '' }, { search: ' ' }, { search: 'x'.repeat(101) }, { search: 'x', cursor: 'x' }])
      expect((await inThread(fan, id, query)).status, JSON.stringify(query)).toBe(422)
    for (const search of ["'", '\\', '%', '!', ":* & ! | '", '<b>', '🔥', 'ﷺ'.repeat(33)]) {
      expect(await inThread(fan, id, { search }), search).toMatchObject({ status: 200, body: [] })
      expect(await ownIds(fan, search), search).toEqual([])
    }
    expect((await inThread(fan, id, { search: 'hello', cursor: newId(ctx.now()) })).body).toEqual([])
  })

  it('The searches of the lists and of the thread on one page do not replace each other', async () => {
    const fan = await reader('fan-of-pages-with-lists', amy)
    const { id } = await fan.writes(amy, 'A celesta')
    const replies = await Promise.all([
      amy.ask('GET', '/conversations/received?search=celesta'),
      amy.ask('GET', '/conversations?search=celesta'),
      inThread(amy, id, { search: 'celesta' }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('All searches of one person count together, and the lists are still read', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const nina = await limited.member('nina')
    const id = newId(limited.ctx.now())
    for (let index = 0; index < 60; index += 1) {
      await nina.ask('GET', '/conversations?search=x')
      await inThread(nina, id, { search: 'x' })
    }
    expect((await inThread(nina, id, { search: 'x' })).status).toBe(429)
    expect((await nina.ask('GET', '/conversations?search=x')).status).toBe(429)
    expect((await nina.ask('GET', '/conversations')).status).toBe(200)
  })
})

describe('The search in a conversation', () => {
  it('Both find what either of them said, newest first, whatever the case and the accents, and nothing of elsewhere', async () => {
    const fan = await reader('fan-of-words', amy, zoe)
    const { id } = await fan.writes(amy, 'L’Œuvre de l’été: the half-beat')
    await fan.writes(zoe, 'The half-beat of another evening')
    // In the same inbox, at the place of the second message.
    const other = await reader('another-fan-of-words', amy)
    await other.says((await other.writes(amy, 'Good evening')).id, 'A gamelan at dawn')
    passes(1000)
    await amy.says(id, 'The HALF beat, again')
    expect(await found(amy, id, 'gamelan')).toEqual([])
    for (const person of [fan, amy])
      await always(() => found(person, id, 'half beat'), ['The HALF beat, again', 'L’Œuvre de l’été: the half-beat'])
    expect(await found(fan, id, 'oeuvre ete')).toEqual(['L’Œuvre de l’été: the half-beat'])
    expect(await found(amy, id, 'gamelan')).toEqual([])
    expect(await found(fan, id, 'aga')).toEqual(['The HALF beat, again'])
    expect(await found(fan, id, 'gain')).toEqual([])
    expect(
      (await inThread(fan, id, { search: 'half' })).body.map(({ is_own_message }: FoundMessage) => is_own_message),
    ).toEqual([false, true])
  })

  it('Each page follows the one before, and nothing is found twice', async () => {
    const fan = await reader('fan-of-pages', amy)
    const { id } = await fan.writes(amy, 'a waltz 0')
    for (let n = 1; n < 70; n += 1) {
      passes(10)
      await fan.says(id, n % 2 === 0 ? `a waltz ${n}` : 'silence')
      if (n === 40) await beat()
    }
    const all: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const reply = await inThread(amy, id, { search: 'waltz', ...(cursor && { cursor }) })
      all.push(...reply.body.map(({ content }: FoundMessage) => content))
      cursor = String(reply.headers.link ?? '').match(/cursor=([\w-]+)/)?.[1]
    }
    expect(all).toEqual(Array.from({ length: 35 }, (_, place) => `a waltz ${68 - 2 * place}`))
  })

  it('What staff remove is not found, and is again when they restore it; a block closes the thread and not its words', async () => {
    const fan = await reader('fan-of-rules', amy)
    const { id } = await fan.writes(amy, 'A pianoforte at midnight')
    const message = { kind: 'message', object_id: (await open(fan, id)).messages[0]?.id ?? '' } as const
    await ctx.db.begin((db) => hideObject(db, message, ctx.now()))
    // Nor is it found by the words that stand in its place.
    await always(async () => [await found(amy, id, 'pianoforte'), await found(amy, id, 'removed')], [[], []])
    await ctx.db.begin((db) => restoreObject(db, message))
    await always(() => found(amy, id, 'pianoforte'), ['A pianoforte at midnight'])
    await fan.ask('POST', '/blocks', { username: (await amy.ask('GET', '/user')).body.username })
    for (const person of [fan, amy]) expect(await found(person, id, 'midnight')).toHaveLength(1)
  })
})

describe('The search of a fan', () => {
  it('A fan finds their conversations by the name of the creator and by words, the last written in first', async () => {
    const cleo = await creator('cleo')
    await cleo.ask('PUT', '/user', { username: 'cleopatra' })
    const fan = await reader('fan-of-many', amy, cleo)
    const first = (await fan.writes(amy, 'A tambourine for the evening')).id
    passes(1000)
    const second = (await fan.writes(cleo, 'Good evening')).id
    await cleo.says(second, 'A tambourine? Here')
    await always(() => ownIds(fan, 'tambourine'), [second, first])
    await always(() => ownIds(fan, 'opatr'), [second])
    await always(() => ownIds(fan, '@cleo'), [second])
    await always(() => ownIds(fan, 'tambourine for'), [first])
    const [row] = (await fan.ask('GET', '/conversations?search=tambourine%20here')).body
    expect(row).toMatchObject({ id: second, found: { content: 'A tambourine? Here', sender_id: cleo.id } })
    expect((await fan.ask('GET', '/conversations')).body[0]).not.toHaveProperty('found')
    await cleo.ask('POST', '/blocks', { username: (await fan.ask('GET', '/user')).body.username })
    // Who blocks them has no name for them any more; the words stay.
    expect(await ownIds(fan, 'cleopatra')).toEqual([])
    expect(await ownIds(fan, 'tambourine')).toEqual([second, first])
  })
})
