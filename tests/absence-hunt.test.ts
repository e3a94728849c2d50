import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpointEntries } from '#contract/index.ts'
import { TYPING_ACTION } from '#contract/live.ts'
import { DAY_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { noisePicture } from './support/files/pictures.ts'
import { isLongForm } from './support/long-form.ts'
import { type AbsencePair, type Asked, absencePairs } from './support/network/absence-requests.ts'
import {
  cableAddress,
  connectCable,
  conversationChannel,
  inboxChannel,
  openSocket,
} from './support/network/cable-client.ts'
import { leaksOf, makeSecret, probe, readMedia } from './support/network/leaks.ts'
import { FakeProvider } from './support/payments/fake-provider.ts'
import { type Person, world } from './support/world.ts'

/**
 * Differential test of absence: what is blocked, frozen or hidden is asked for with every call, and every answer is compared
 * with the answer about something that is erased or never existed. A creator has a public and a protected thing of each kind:
 * the short form asks about one of them, the next viewer and the next call about the other. In the long form every call asks
 * about all of them, and the same requests are sent until there are 100,000.
 */
const REQUESTS = isLongForm ? 100_000 : 0

const endpoints = new Set<Endpoint | undefined>()
const { ctx, app, creator, member, staff, subscribe, visitor, passes, runJob } = await world(
  { STORY_AUTHORS: 'creator', LOG_LEVEL: 'silent' },
  { on_route: ({ endpoint }) => endpoints.add(endpoint), payments: new FakeProvider(new Date()) },
)
const served = endpointEntries().filter(([, endpoint]) => endpoints.has(endpoint))
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** An erased creator: of the account only the id is left. */
const gone = await creator('gone')
await ctx.db`update users set erased_at = ${ctx.now()} where id = ${gone.id}`
passes(DAY_MS)
await runJob('erase_accounts')

/** A creator with a public and a protected post and story. Returns also what would give them away. */
async function target(username: string, seed: number) {
  const person = await creator(username)
  await person.ask('PUT', '/user', { username })
  const picture = (step: number) => noisePicture({ width: 60, height: 80, seed: seed + step })
  const posts = [
    await person.posts({ description: `Words of ${username}`, file: await picture(1) }),
    await person.posts({ description: `Words of ${username}`, file: await picture(2), protected: true }),
  ]
  const stories = [
    await person.tells({ description: `Words of ${username}`, media: await picture(3) }),
    await person.tells({ description: `Words of ${username}`, media: await picture(4), protected: true }),
  ]
  const paths = [...posts.map(({ file }) => file ?? ''), ...stories.map(({ media_path }) => media_path ?? '')]
  const media = await Promise.all(
    paths.map(async (path) => await readMedia(ctx, person, path.split('/').at(-1) ?? '', path)),
  )
  const ids = [...posts, ...stories].map(({ id }) => id)
  const secret = makeSecret({
    name: username,
    files: media.flatMap(({ files }) => files),
    words: [...ids, ...media.flatMap(({ words }) => words)],
    seen_by: [],
  })
  const asked: Asked = {
    usernames: [username],
    user_id: person.id,
    post_ids: posts.map(({ id }) => id),
    story_ids: stories.map(({ id }) => id),
    media: media.map(({ known }) => known),
  }
  return { person, username, asked, secret }
}

type Target = Awaited<ReturnType<typeof target>>

const [amy, fay, zed, hid] = [
  await target('amaryllis', 100),
  await target('foxglove', 200),
  await target('zinnia', 300),
  await target('hyssop', 400),
]
const [gus, sol, eve] = [await member('gus'), await member('sol'), await member('eve')]
for (const fan of [fay.person, sol, gus]) await subscribe(fan, amy.person)
for (const each of [zed, hid]) await subscribe(sol, each.person)
const thread = await fay.person.writes(amy.person, 'Hello')
const frozen_thread = await sol.writes(zed.person, 'Hello')
for (const person of [amy.person, fay.person]) await person.ask('GET', `/conversations/${thread.id}`)

await amy.person.ask('POST', '/blocks', { username: fay.username })
const freeze = ({ id }: Person) => ctx.db`
  update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
  where id = ${id}`
for (const person of [gus, zed.person]) await freeze(person)
for (const table of ['posts', 'stories'])
  await ctx.db`update ${ctx.db(table)} set hidden_at = ${ctx.now()} where profile_id = ${hid.person.id}`
await ctx.db`update profiles set last_public_post_id = null where id = ${hid.person.id}`

/** What is asked about if nothing is there: an erased account, and things that never existed. */
function absentLike(asked: Asked): Asked {
  const ids = (list: readonly unknown[]) => list.map(() => newId(ctx.now()))
  return {
    usernames: asked.usernames.map(() => 'bulrush'),
    user_id: gone.id,
    post_ids: ids(asked.post_ids),
    story_ids: ids(asked.story_ids),
    media: asked.media.map(({ etag }) => ({ media_id: newId(ctx.now()), etag })),
  }
}

/** A hidden thing has a visible author, so only the calls about the thing itself are asked. */
const thingsOf = ({ asked }: Target): Asked => ({ ...asked, usernames: [], user_id: asked.post_ids[0] ?? '' })

interface Viewer {
  person: Person
  /** Who or what is absent for this viewer. */
  absent: { target: Target; asked: Asked }[]
  /** Calls that this viewer may make about the absent person all the same. */
  except?: string[]
  reads_only?: boolean
}

const all = (...targets: Target[]) => targets.map((each) => ({ target: each, asked: each.asked }))
const hidden = { target: hid, asked: thingsOf(hid) }
const VIEWERS: Record<string, Viewer> = {
  'blocked fan': { person: fay.person, absent: [...all(amy, zed), hidden] },
  // Who blocks somebody knows it, can end the block, and keeps the old conversation with its notes, and finds it by name.
  'blocking creator': {
    person: amy.person,
    absent: [...all(fay, zed), hidden],
    except: ['block', 'unblock', 'mute', 'unmute', 'get_fan_card', 'update_fan_card', 'list_received_conversations'],
  },
  'subscriber of the frozen creator': { person: sol, absent: [...all(zed), hidden] },
  member: { person: eve, absent: [...all(zed), hidden] },
  visitor: { person: visitor, absent: [...all(zed), hidden] },
  'author of hidden things': { person: hid.person, absent: [...all(zed), hidden] },
  // They could really judge what is hidden.
  moderator: { person: await staff('moderator', 'moderator'), absent: [hidden], reads_only: true },
  admin: { person: await staff('admin', 'admin'), absent: [hidden], reads_only: true },
}

function pairsFor(
  { absent, except = [], reads_only = false }: Viewer,
  viewer_at: number,
): { target: Target; pair: AbsencePair }[] {
  const calls = served.filter(([name, { method }]) => !except.includes(name) && (!reads_only || method === 'GET'))
  return absent.flatMap(({ target: each, asked }, target_at) => {
    // Only one viewer asks about each side of the block, and asks about all of it.
    const turn = each === amy || each === fay ? undefined : viewer_at + target_at
    // A hidden thing is not asked for as a person.
    const things = asked === hidden.asked ? { ...absentLike(asked), user_id: newId(ctx.now()) } : absentLike(asked)
    return absencePairs(calls, asked, things, turn).map((pair) => ({ target: each, pair }))
  })
}

const names = Object.keys(VIEWERS)
/** The challenge of a passkey is new in every answer. Everything else of the answer is compared. */
const CHALLENGE = /"challenge":"[\w-]{48}"/
const answerOf = ({ status, body }: { status: number; body: Buffer }) =>
  `${status} ${body.toString().replace(CHALLENGE, '"challenge"')}`

/** Sends the requests of all viewers. Returns what differs from absence, the traces, and the number of requests. */
async function hunt(viewers: [name: string, viewer: Viewer][], at = port) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const found: string[] = []
  let requests = 0
  await Promise.all(
    viewers.map(async ([name, viewer]) => {
      const { token } = viewer.person
      const send = async ({ headers, ...request }: AbsencePair['asked']) => {
        requests += 1
        const sent = { ...headers, ...(token !== undefined && { authorization: token }) }
        return await probe(at, agent, { ...request, headers: sent })
      }
      for (const { target: each, pair } of pairsFor(viewer, names.indexOf(name))) {
        const asked = await send(pair.asked)
        // A call that names nothing has nothing to be compared with.
        const absent = isDeepStrictEqual(pair.asked, pair.absent) ? asked : await send(pair.absent)
        const where = `${name}: ${pair.name} ${pair.asked.method} ${pair.asked.path} ${pair.asked.body ?? ''}`
        if (asked.status >= 500) found.push(`${where} fails`)
        for (const leak of [asked, absent].flatMap((response) => leaksOf(each.secret, response)))
          found.push(`${where} ${leak}`)
        if (answerOf(asked) !== answerOf(absent)) found.push(`${where}: ${answerOf(asked)} and not ${answerOf(absent)}`)
      }
    }),
  )
  agent.destroy()
  return { found, requests }
}

describe('What is absent', () => {
  it('Blocked fans, blocking creators and all others get the same answers about what is absent for them as about nothing', async () => {
    let total = 0
    do {
      const { found, requests } = await hunt(Object.entries(VIEWERS))
      expect(found).toEqual([])
      expect(requests).toBeGreaterThan(3000)
      total += requests
    } while (total < REQUESTS)
  }, 3_600_000)

  it.each([
    ['member', gus],
    ['creator', zed.person],
  ])('A frozen %s gets from every call what a made-up token gets', async (_, { token }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 4 })
    const pairs = absencePairs(served, amy.asked, amy.asked, 0)
    for (const { name, asked } of pairs) {
      const as = (authorization = '') =>
        probe(port, agent, { ...asked, headers: { ...asked.headers, authorization } }).then(answerOf)
      expect(await as(token), `${name} ${asked.path}`).toBe(await as('made-up'))
    }
    agent.destroy()
  })
})

describe('Live events of what is absent', () => {
  it('Neither of two people hears anything of the other while one blocks the other', async () => {
    const url = await cableAddress(app)
    const channel = conversationChannel(thread.id)
    const sockets = []
    for (const { person } of [amy, fay]) {
      const socket = await connectCable(url, person.token)
      for (const identifier of [channel, inboxChannel]) await socket.subscribe(identifier)
      sockets.push(socket)
    }
    for (const [socket, { person }] of [
      [sockets[0], amy],
      [sockets[1], fay],
    ] as const) {
      socket?.say('message', channel, { action: TYPING_ACTION })
      await person.ask('GET', `/conversations/${thread.id}`)
      await person.ask('POST', `/conversations/${thread.id}/messages`, { content: 'Hm' })
      await person.posts()
      await person.tells()
    }
    for (const socket of sockets) await socket.settle()
    for (const socket of sockets) expect(socket.messages).toEqual([])
  })

  it('A frozen person opens no socket, and who wrote with them hears nothing', async () => {
    const url = await cableAddress(app)
    const socket = await connectCable(url, sol.token)
    for (const identifier of [conversationChannel(frozen_thread.id), inboxChannel]) await socket.subscribe(identifier)
    for (const { token } of [gus, zed.person]) {
      const refused = openSocket(url, token)
      await refused.ended()
      expect(refused.news.at(-1)).toMatchObject({ type: 'disconnect', reason: 'unauthorized' })
    }
    await zed.person.ask('GET', `/conversations/${frozen_thread.id}`)
    await zed.person.ask('POST', `/conversations/${frozen_thread.id}/messages`, { content: 'Hm' })
    await socket.settle()
    expect(socket.messages).toEqual([])
  })
})

// Comes last, because it undoes what the other tests need.
describe('The hunt itself', () => {
  it('The hunt would find a creator who is not frozen, a fan who is not blocked, and a post that is not hidden', async () => {
    const leaks = async (name: string, about: Target) => {
      const viewer = VIEWERS[name] as Viewer
      const absent = viewer.absent.filter(({ target: each }) => each === about)
      const { found } = await hunt([[name, { ...viewer, absent }]])
      return found.filter((leak) => /holds bytes|and not/.test(leak))
    }
    const { db } = ctx
    const free = { frozen_at: null, frozen_until: null, frozen_ground: null, frozen_facts: null }
    await db`update users set ${db(free)} where id = ${zed.person.id}`
    expect((await leaks('visitor', zed)).length).toBeGreaterThan(5)
    await freeze(zed.person)
    const [blocked] = await db`delete from blocks where user_id = ${amy.person.id} returning *`
    expect((await leaks('blocked fan', amy)).length).toBeGreaterThan(20)
    expect((await leaks('blocking creator', fay)).length).toBeGreaterThan(20)
    await db`insert into blocks ${db(blocked ?? {})}`
    for (const table of ['posts', 'stories']) await db`update ${db(table)} set hidden_at = null`
    for (const name of ['moderator', 'visitor']) expect((await leaks(name, hid)).length).toBeGreaterThan(5)
  })
})
