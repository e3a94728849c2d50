import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FoundCreator } from '#contract/creators.ts'
import { connect } from '#server/db/connect.ts'
import { findCreators } from '#server/features/creators/actions.ts'
import { prepareDatabase } from './support/database/postgres.ts'
import { noisePicture } from './support/files/pictures.ts'
import { startPrimaryAndStandby } from './support/processes/standby.ts'
import { PASSWORD, type Person, world } from './support/world.ts'

/**
 * A replica is asked for candidates only. This one stands still at a moment before everything that the people below do, and
 * counts as fresh nevertheless: no answer may show what the primary would hide. A new use of the replica is one more search.
 */

const servers = await startPrimaryAndStandby()
await prepareDatabase(servers.primary_url)
const standby = connect(servers.standby_url, { max: 4 })
const database = {
  url: servers.primary_url,
  async drop() {
    await standby.end()
    await servers.stop()
  },
}
const product = await world({ DATABASE_REPLICA_URL: servers.standby_url }, {}, database)
const { ctx, creatorNamed, member, staff, subscribe, visitor } = product
/** The replica of the product, which knows how far it is behind. */
const own = ctx.replica

let asked = 0
const frozen: NonNullable<typeof ctx.replica> = {
  fresh() {
    asked += 1
    return standby
  },
  distrust(error) {
    throw error
  },
  close: async () => {},
}

const fay = await member('fay')
const admin = await staff('ada', 'admin')

/** What people do while the replica stands still, each with a word of the creator's bio. */
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
const people = new Map<string, Person>()
const SEARCHES = ['zither', 'zihter', 'zither player', 'playing the zither', ...Object.keys({ ...HIDES, ...CHANGES })]

beforeAll(async () => {
  for (const kind of Object.keys({ ...HIDES, ...CHANGES })) {
    const creator = await creatorNamed(`x-${kind}`)
    people.set(kind, creator)
    await creator.send('PUT', `/profiles/${creator.id}`, { bio: `Playing the zither, ${kind}` })
    await creator.posts()
    await subscribe(fay, creator)
  }
  await vi.waitFor(() => expect(own?.fresh()).toBeDefined(), 10_000)
  const [{ position }] = await ctx.db<[{ position: string }]>`select pg_current_wal_insert_lsn()::text as position`
  await vi.waitFor(async () => {
    const [row] = await standby<
      { is_there: boolean }[]
    >`select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as is_there`
    expect(row?.is_there).toBe(true)
  }, 10_000)
  await standby`select pg_wal_replay_pause()`
  for (const [kind, act] of Object.entries(HIDES)) {
    const { status } = await act(people.get(kind) as Person, `x-${kind}`)
    expect(status, kind).toBeLessThan(300)
  }
  for (const [kind, act] of Object.entries(CHANGES)) await act(people.get(kind) as Person)
}, 60_000)
beforeEach(() => {
  ctx.replica = frozen
  asked = 0
})

async function search(words: string): Promise<FoundCreator[]> {
  const { status, body } = await fay.ask('GET', `/creators?search=${encodeURIComponent(words)}`)
  expect(status, words).toBe(200)
  return body
}

describe('A replica that stands still', () => {
  it('Nobody is found whom the primary hides, by any search', async () => {
    const hidden = Object.keys(HIDES).map((kind) => people.get(kind)?.id)
    for (const words of SEARCHES) {
      const found = (await search(words)).map(({ id }) => id)
      expect(
        found.filter((id) => hidden.includes(id)),
        words,
      ).toEqual([])
    }
    expect(asked).toBeGreaterThan(SEARCHES.length)
    // The replica itself would show them.
    const viewer = { id: fay.id } as Parameters<typeof findCreators>[1]
    const there = await findCreators({ ...ctx, db: standby }, viewer, 'zither', new AbortController().signal)
    expect(there.map(({ id }) => id)).toEqual(expect.arrayContaining(hidden))
  })

  it('Everybody who is found is shown as the primary shows them', async () => {
    const shown = new Map<string, FoundCreator>()
    for (const words of SEARCHES) for (const creator of await search(words)) shown.set(creator.id, creator)
    ctx.replica = undefined
    for (const [kind, { id }] of people) {
      if (kind in HIDES) continue
      const [now] = (await search('zither')).filter((creator) => creator.id === id)
      expect(shown.get(id), kind).toEqual(now)
    }
    const seen = (kind: string) => shown.get(people.get(kind)?.id ?? '')
    expect(seen('renamed')?.username).toBe('quite-another-name')
    expect(seen('curtained')?.newest_picture).toBeNull()
    expect(seen('repainted')?.newest_picture).not.toBeNull()
    expect([seen('unsubscribed')?.suscribed, seen('renamed')?.suscribed]).toEqual([false, true])
  })

  it('A new name is found at once, and a new bio when the replica knows it or is not asked', async () => {
    const nina = await creatorNamed('nina-new')
    await nina.send('PUT', `/profiles/${nina.id}`, { bio: 'Castanets' })
    expect((await search('nina-new')).map(({ username }) => username)).toEqual(['nina-new'])
    expect(await search('castanets')).toEqual([])
    ctx.replica = own
    await vi.waitFor(() => expect(own?.fresh()).toBeUndefined(), 10_000)
    expect(await search('castanets')).toHaveLength(1)
    ctx.replica = frozen
    await standby`select pg_wal_replay_resume()`
    await vi.waitFor(async () => expect(await search('castanets')).toHaveLength(1), 10_000)
    await vi.waitFor(() => expect(own?.fresh()).toBeDefined(), 10_000)
  })
})

it('The replica is not asked for a feed, a profile, posts, a count, the active creators or the landing page', async () => {
  for (const call of ['/posts', '/posts?username=quite-another-name', '/posts/count', '/profiles/quite-another-name'])
    expect((await fay.ask('GET', call)).status, call).toBe(200)
  expect((await fay.ask('GET', '/creators')).status).toBe(200)
  expect((await visitor.ask('GET', '/landings')).status).toBe(200)
  expect(asked).toBe(0)
})
