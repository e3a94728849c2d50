import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeAfterTests } from '#tests/support/close-after-tests.ts'
import { startTcpProxy } from '#tests/support/network/tcp-proxy.ts'
import { type PrimaryAndStandby, startPrimaryAndStandby } from '#tests/support/processes/standby.ts'
import { connect, type Db } from './connect.ts'
import { findCandidates, openReplica, type Replica } from './replica.ts'

const WAIT = { timeout: 15_000, interval: 50 }

let servers: PrimaryAndStandby
let primary: Db
let standby: Db
let checks = 0
let lines: string[] = []
const log = {
  info: (line: string) => lines.push(line),
  warn: ({ err }: { err: Error }) => lines.push(err.message),
} as unknown as Parameters<typeof openReplica>[2]

beforeAll(async () => {
  servers = await startPrimaryAndStandby()
  primary = connect(servers.primary_url, { max: 2 })
  standby = connect(servers.standby_url, { max: 1 })
  await primary`create table notes (text text)`
}, 60_000)
beforeEach(() => {
  lines = []
  checks = 0
})
afterAll(async () => {
  await primary.end()
  await standby.end()
  await servers.stop()
})

/** A replica of the primary, which counts how often the position of the primary is asked. */
function watch(url: string): Replica {
  const counted = new Proxy(primary, {
    apply(target, _, args) {
      checks += 1
      return Reflect.apply(target, undefined, args)
    },
  })
  const replica = openReplica({ database_replica_url: url }, counted, log)
  if (!replica) throw new Error('there is no replica')
  closeAfterTests(() => replica.close())
  return replica
}

const whereAsked = (replica: Replica) =>
  findCandidates({ db: primary, replica }, async (db) => {
    const [row] = await db<{ in_recovery: boolean }[]>`select pg_is_in_recovery() as in_recovery`
    return row?.in_recovery ? 'standby' : 'primary'
  })

describe('A replica that is not asked', () => {
  it('None is opened without an address', () => {
    expect(openReplica({ database_replica_url: undefined }, primary, log)).toBeUndefined()
  })

  it('A server that is away: the primary answers, and one line says so', async () => {
    const replica = watch(servers.standby_url.replace(new URL(servers.standby_url).host, '127.0.0.1:1'))
    expect(await whereAsked(replica)).toBe('primary')
    await vi.waitFor(() => expect(checks).toBeGreaterThan(2), WAIT)
    expect(lines).toHaveLength(1)
    expect(await whereAsked(replica)).toBe('primary')
  })

  it('A server that is no standby', async () => {
    const replica = watch(servers.primary_url)
    await vi.waitFor(() => expect(lines).toEqual(['it is not a standby']), WAIT)
    expect(replica.fresh()).toBeUndefined()
  })

  it('A standby that is more than 2 s behind, until it has caught up', async () => {
    const replica = watch(servers.standby_url)
    await vi.waitFor(async () => expect(await whereAsked(replica)).toBe('standby'), WAIT)
    await standby`select pg_wal_replay_pause()`
    await primary`insert into notes values ('the standby does not know it')`
    await vi.waitFor(async () => expect(await whereAsked(replica)).toBe('primary'), WAIT)
    await vi.waitFor(() => expect(lines).toEqual(['it is more than 2 s behind']), WAIT)
    await standby`select pg_wal_replay_resume()`
    await vi.waitFor(async () => expect(await whereAsked(replica)).toBe('standby'), WAIT)
    expect(lines.at(-1)).toContain('used again')
  })

  it('A standby that hangs: the primary answers the search that was waiting', async () => {
    const proxy = await startTcpProxy(servers.standby_url)
    closeAfterTests(async () => proxy.close())
    const replica = watch(proxy.url)
    await vi.waitFor(() => expect(replica.fresh()).toBeDefined(), WAIT)
    proxy.freeze()
    const asked_at = performance.now()
    expect(await whereAsked(replica)).toBe('primary')
    expect(performance.now() - asked_at).toBeLessThan(10_000)
  })

  it('A standby that fails: the primary answers the same search at once', async () => {
    const replica = watch(servers.standby_url)
    await vi.waitFor(() => expect(replica.fresh()).toBeDefined(), WAIT)
    const asked = await findCandidates({ db: primary, replica }, async (db) => {
      if (db !== primary) await db`select no_such_column`
      return 'the primary'
    })
    expect(asked).toBe('the primary')
    expect(replica.fresh()).toBeUndefined()
  })
})

describe('A replica that is asked', () => {
  it('A standby stays fresh while nobody writes', async () => {
    const replica = watch(servers.standby_url)
    await vi.waitFor(() => expect(replica.fresh()).toBeDefined(), WAIT)
    // Longer than the 2 s that it may be behind.
    await vi.waitFor(() => expect(checks).toBeGreaterThan(4), WAIT)
    expect(replica.fresh()).toBeDefined()
    expect(lines).toEqual([])
  })

  it('Nothing can be written through it', async () => {
    const replica = watch(servers.standby_url)
    await vi.waitFor(() => expect(replica.fresh()).toBeDefined(), WAIT)
    const [row] = (await replica.fresh()?.unsafe('show default_transaction_read_only')) ?? []
    expect(row).toEqual({ default_transaction_read_only: 'on' })
  })

  it('A search that fails on both fails', async () => {
    const replica = watch(servers.standby_url)
    await vi.waitFor(() => expect(replica.fresh()).toBeDefined(), WAIT)
    await expect(
      findCandidates({ db: primary, replica }, async (db) => await db`select no_such_column`),
    ).rejects.toThrow('no_such_column')
  })
})
