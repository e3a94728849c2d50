import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '#server/db/connect.ts'
import type { Replica } from '#server/db/replica.ts'
import { prepareDatabase } from './support/database/postgres.ts'
import { noisePicture } from './support/files/pictures.ts'
import { startPrimaryAndStandby } from './support/processes/standby.ts'
import { PASSWORD, type Person, world } from './support/world.ts'

/**
 * Lists may be read on a standby, and contain the question who may see what. So this standby stops replaying in the moment
 * before people block, freeze, leave, curtain and rename: no answer may differ from that of the primary. Then it goes on, and
 * answers all lists itself.
 */

const servers = await startPrimaryAndStandby()
await prepareDatabase(servers.primary_url)
const standby = connect(servers.standby_url, { max: 1 })
const database = {
  url: servers.primary_url,
  async drop() {
    await standby.end()
    await servers.stop()
  },
}
const product = await world({ DATABASE_REPLICA_URL: servers.standby_url }, {}, database)
const { ctx, registry, creatorNamed, member, staff, subscribe, visitor } = product
const own = ctx.replica as Replica

/** Where the lists of a test were read. */
let read = { standby: 0, primary: 0 }
const counted: Replica = {
  read: (readOn) =>
    own.read(async (db) => {
      read['begin' in db ? 'primary' : 'standby'] += 1
      return await readOn(db)
    }),
  get is_used() {
    return own.is_used
  },
  close: own.close,
}

const fay = await member('fay')
const admin = await staff('ada', 'admin')

const HIDES: Record<string, (creator: Person, name: string) => Promise<{ status: number }>> = {
  blocking: async (creator) => {
    const { username } = (await fay.ask('GET', '/user')).body
    return await creator.ask('POST', '/blocks', { username })
  },
  blocked: (_, username) => fay.ask('POST', '/blocks', { username }),
  frozen: ({ id }) =>
    admin.ask('POST', `/admin/users/${id}/freeze`, { until: null, ground: 'terms_threat', facts: 'Threats.' }),
  deleted: (creator) => creator.ask('POST', '/user/deletion', { current_password: PASSWORD }),
}
const CHANGES: Record<string, (creator: Person) => Promise<unknown>> = {
  renamed: (creator) => creator.ask('PUT', '/user', { username: 'quite-another-name' }),
  rewritten: (creator) => creator.send('PUT', `/profiles/${creator.id}`, { bio: 'The zither again, in other words' }),
  repainted: async (creator) =>
    await creator.send('PUT', `/profiles/${creator.id}`, { profile_pic: await noisePicture() }),
  curtained: async (creator) => {
    const [post] = await ctx.db<{ id: string }[]>`select id from posts where profile_id = ${creator.id}`
    return await creator.ask('PATCH', `/posts/${post?.id}`, { protected: true })
  },
  unsubscribed: (creator) => ctx.db`delete from subscriptions where profile_id = ${creator.id}`,
}
const KINDS = Object.keys({ ...HIDES, ...CHANGES })
const people = new Map<string, Person>()

/** Every list that may be read on the standby. */
const LISTS = [
  '/posts',
  '/posts/count',
  '/stories',
  '/creators',
  '/landings',
  ...KINDS.flatMap((kind) => [`/posts?username=x-${kind}`, `/posts/count?username=x-${kind}`, `/profiles/x-${kind}`]),
  ...['zither', 'zihter', 'zither player', 'playing the zither', ...KINDS].map(
    (words) => `/creators?search=${encodeURIComponent(words)}`,
  ),
]
const SINGLE_THINGS = ['/user', '/subscriptions', '/conversations', '/notices', '/blocks', '/mutes', '/sessions']

/** What fay sees. Stories say how long they still last. */
async function answerTo(list: string): Promise<unknown> {
  const { status, body } = await (list === '/landings' ? visitor : fay).ask('GET', list)
  return { status, body: JSON.parse(JSON.stringify(body ?? null).replaceAll(/"time_remaining":[\d.]+,/g, '')) }
}

async function answers(): Promise<Map<string, unknown>> {
  const seen = new Map<string, unknown>()
  for (const list of LISTS) seen.set(list, await answerTo(list))
  return seen
}

async function answersOfThePrimary(): Promise<Map<string, unknown>> {
  ctx.replica = undefined
  try {
    return await answers()
  } finally {
    ctx.replica = counted
  }
}

const isUsed = () => vi.waitFor(() => expect(own.is_used).toBe(true), 10_000)

beforeAll(async () => {
  for (const kind of KINDS) {
    const creator = await creatorNamed(`x-${kind}`)
    people.set(kind, creator)
    await creator.send('PUT', `/profiles/${creator.id}`, { bio: `Playing the zither, ${kind}` })
    await creator.posts()
    await subscribe(fay, creator)
  }
  await servers.catchUp()
}, 60_000)
beforeEach(() => {
  ctx.replica = counted
  read = { standby: 0, primary: 0 }
})

describe('A standby that stops replaying', () => {
  it('Each change is seen in the next answer, although the standby was used a moment ago', async () => {
    const first = { blocking: HIDES.blocking, frozen: HIDES.frozen, curtained: CHANGES.curtained }
    for (const [kind, act] of Object.entries(first)) {
      await servers.catchUp()
      await isUsed()
      await standby`select pg_wal_replay_pause()`
      await act?.(people.get(kind) as Person, `x-${kind}`)
      const { status, body } = await fay.ask('GET', '/posts')
      expect(status).toBe(200)
      const before = JSON.stringify(body)
      ctx.replica = undefined
      expect(before, kind).toBe(JSON.stringify((await fay.ask('GET', '/posts')).body))
      ctx.replica = counted
      await standby`select pg_wal_replay_resume()`
    }
    expect(read).toEqual({ standby: 0, primary: 3 })
  }, 60_000)

  it('Every list is that of the primary, and nobody is in it whom the primary hides', async () => {
    await standby`select pg_wal_replay_pause()`
    for (const [kind, act] of Object.entries({ ...HIDES, ...CHANGES }))
      await act(people.get(kind) as Person, `x-${kind}`)
    const seen = await answers()
    expect(seen).toEqual(await answersOfThePrimary())
    expect(read.standby).toBe(0)
    expect(await registry.metrics()).toContain('loge_replica_used 0')
    const found = JSON.stringify([...seen.values()])
    for (const kind of Object.keys(HIDES)) expect(found, kind).not.toContain(people.get(kind)?.id)
    for (const kind of Object.keys(CHANGES)) expect(found, kind).toContain(people.get(kind)?.id)
    await standby`select pg_wal_replay_resume()`
  })
})

describe('A standby that follows', () => {
  it('It answers every list, with the same words', async () => {
    const of_the_primary = await answersOfThePrimary()
    for (const list of of_the_primary.keys()) {
      await vi.waitFor(async () => {
        read = { standby: 0, primary: 0 }
        expect(await answerTo(list), list).toEqual(of_the_primary.get(list))
        // A machine that is busy may leave it behind for a moment.
        expect(read.primary, list).toBe(0)
      }, 10_000)
      expect(read.standby, list).toBeGreaterThan(0)
    }
    expect(await registry.metrics()).toContain('loge_replica_used 1')
  }, 60_000)

  it('A name that was taken and a bio that was written this moment are found', async () => {
    const nina = await creatorNamed('nina-new')
    await nina.send('PUT', `/profiles/${nina.id}`, { bio: 'Castanets' })
    for (const words of ['nina-new', 'castanets'])
      expect((await fay.ask('GET', `/creators?search=${words}`)).body, words).toHaveLength(1)
  })

  it('It is not asked for a single thing, nor for what belongs to one person', async () => {
    await servers.catchUp()
    await isUsed()
    const [post] = (await fay.ask('GET', '/posts')).body
    read = { standby: 0, primary: 0 }
    for (const call of [`/posts/${post.id}`, ...SINGLE_THINGS])
      expect((await fay.ask('GET', call)).status, call).toBe(200)
    expect((await fay.ask('POST', '/like', { post_id: post.id })).status).toBe(200)
    expect((await visitor.ask('GET', post.file)).status).toBeLessThan(500)
    expect(read).toEqual({ standby: 0, primary: 0 })
  })
})
