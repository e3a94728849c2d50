import { describe, expect, it } from 'vitest'
import { endpointEntries } from '#contract/index.ts'
import { NOBODY, type Person, world } from './support/world.ts'

const { ctx, creator, member, staff, subscribe, visitor } = await world()
const [amy, zoe] = [await creator('amy'), await creator('zoe')]
const [bob, cat, dan] = [await member('bob'), await member('cat'), await member('dan')]
const [blocked, frozen, zed] = [await member('blocked'), await member('frozen'), await creator('zed')]
for (const fan of [bob, cat, blocked, frozen]) await subscribe(fan, amy)
await subscribe(dan, zoe)
const SECRET = 'only-for-amy-and-bob'
const { id, messages } = await bob.writes(amy, SECRET)
const message_id = messages[0]?.id ?? ''
await bob.ask('POST', `/conversations/${id}/messages/${message_id}/reactions`, { emoji: '🔥' })
const theirs = await cat.writes(amy, 'of another fan')

/** The words of a message that was removed: not even the participants may read them. */
const REMOVED = 'only-for-nobody'
const { id: removed_id } = await bob.says(id, REMOVED)
await ctx.db`
  update messages set hidden_at = ${ctx.now()}, hidden_content = content, content = 'Message removed'
  where id = ${removed_id}`

const { username: blocked_name } = (await blocked.ask('GET', '/user')).body
await amy.ask('POST', '/blocks', { username: blocked_name })
await zed.ask('POST', '/blocks', { username: blocked_name })
const frozen_creator = await creator('frozen-creator')
for (const person of [frozen, frozen_creator]) {
  await ctx.db`
    update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
    where id = ${person.id}`
}
/** Nobody without a valid session. */
const WITHOUT_SESSION = ['a visitor', 'a frozen member', 'a frozen creator']

const strangers: Record<string, Person> = {
  'a visitor': visitor,
  'a member': await member('member'),
  'a subscriber of the same creator': cat,
  'a subscriber of another creator': dan,
  'another creator': zoe,
  'a moderator': await staff('moderator', 'moderator'),
  'an admin': await staff('admin', 'admin'),
  'a blocked fan of the same creator': blocked,
  'a blocking creator': zed,
  'a frozen member': frozen,
  'a frozen creator': frozen_creator,
}

/** Every call that names a conversation, for this conversation and one of its messages. */
function callsOn(conversation_id: string, on_message: string) {
  const thread = `/conversations/${conversation_id}`
  const reactions = `${thread}/messages/${on_message}/reactions`
  return [
    { method: 'GET', url: thread },
    { method: 'HEAD', url: thread },
    { method: 'GET', url: `${thread}?before=${on_message}` },
    { method: 'POST', url: `${thread}/messages`, body: { content: 'Let me in' } },
    { method: 'POST', url: reactions, body: { emoji: '👍' } },
    { method: 'DELETE', url: `${reactions}/${encodeURIComponent('🔥')}` },
  ]
}

const IDS = [id, message_id, removed_id, bob.id, amy.id]
/** The paths of every call that reads, with each of the ids where one is named. */
const READS = new Set(
  endpointEntries()
    .filter(([, { method }]) => method === 'GET')
    .flatMap(([, { path }]) => IDS.map((own) => path.replaceAll(/\{\w+\}/g, own))),
)

const ask = async (person: Person, { method, url, body }: { method: string; url: string; body?: object }) =>
  method === 'HEAD' ? await person.fetch(url, { method }) : await person.ask(method, url, body)

async function readAll() {
  return await ctx.db`
    select c.*, (select count(*) from messages m where m.conversation_id = c.id) as messages,
      (select count(*) from reactions r join messages m on m.id = r.message_id where m.conversation_id = c.id) as reactions
    from conversations c order by c.id`
}

describe('A conversation is private', () => {
  for (const [name, person] of Object.entries(strangers)) {
    it(`For ${name}, a conversation of others looks as if it did not exist, and calls on it change nothing`, async () => {
      const before = await readAll()
      const real = callsOn(id, message_id)
      const absent = callsOn(NOBODY, NOBODY)
      const malformed = callsOn('x', message_id)
      for (const [index, call] of real.entries()) {
        const [reply, ...others] = [
          await ask(person, call),
          await ask(person, absent[index] ?? call),
          await ask(person, malformed[index] ?? call),
        ]
        expect(reply.status, `${call.method} ${call.url}`).toBe(WITHOUT_SESSION.includes(name) ? 401 : 404)
        for (const other of others) expect([other.status, other.text]).toEqual([reply.status, reply.text])
      }
      expect(await readAll()).toEqual(before)
    })

    it(`No call shows ${name} a message of a conversation of others, nor the words of a removed one`, async () => {
      for (const path of READS) {
        const { text } = await person.ask('GET', path)
        for (const secret of [SECRET, message_id, REMOVED]) expect(text, `GET ${path}`).not.toContain(secret)
      }
      const { text } = await person.ask('POST', '/conversations', { creator_id: amy.id, content: 'Mine' })
      expect(text).not.toContain(SECRET)
    })
  }

  // Spec 5.14, 7.38
  it('A fan cannot reach a message of another conversation through their own conversation', async () => {
    const before = await readAll()
    for (const call of callsOn(theirs.id, message_id).filter(({ url }) => url.includes(message_id))) {
      const reply = await ask(cat, call)
      expect([reply.status, reply.text], call.url).toEqual([404, '{"error":"Not found","code":"not_found"}'])
    }
    expect(await readAll()).toEqual(before)
  })

  it('Both participants of a conversation can make every call on it', async () => {
    for (const person of [bob, amy]) {
      for (const call of callsOn(id, message_id)) {
        const { status } = await ask(person, call)
        expect([200, 201], `${call.method} ${call.url}`).toContain(status)
      }
      expect((await person.ask('GET', `/conversations/${id}`)).text).toContain(SECRET)
    }
  })

  it('No call shows the participants of a conversation the words of a removed message', async () => {
    for (const person of [bob, amy]) {
      for (const path of READS) {
        const { text } = await person.ask('GET', path)
        expect(text, `GET ${path}`).not.toContain(REMOVED)
      }
      expect((await person.ask('GET', `/conversations/${id}`)).text).toContain(removed_id)
    }
  })
})
