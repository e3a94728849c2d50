import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeAfterTests } from '#tests/support/close-after-tests.ts'
import { createEmptyDatabase } from '#tests/support/database/postgres.ts'
import { startTcpProxy } from '#tests/support/network/tcp-proxy.ts'
import { type PrimaryAndStandby, startPrimaryAndStandby } from '#tests/support/processes/standby.ts'
import { connect, type Db, type Queryable } from './connect.ts'
import { openReplica, type Replica, readList } from './replica.ts'

const WAIT = { timeout: 15_000, interval: 50 }

let servers: PrimaryAndStandby
let primary: Db
let standby: Db
let checks = 0
const open: Replica[] = []
let lines: string[] = []
const log = {
  info: (line: string) => lines.push(line),
  warn: ({ err }: { err: Error }) => lines.push(err.message),
} as unknown as Parameters<typeof openReplica>[2]

beforeAll(async () => {
  servers = await startPrimaryAndStandby()
  primary = connect(servers.primary_url, { max: 2 })
  standby = connect(servers.standby_url, { max: 1 })
  await primary`create table notes (number int)`
}, 60_000)
beforeEach(() => {
  lines = []
  checks = 0
})
afterEach(async () => {
  for (const replica of open.splice(0)) await replica.close()
})
afterAll(async () => {
  await primary.end()
  await standby.end()
  await servers.stop()
})

/** A replica of the primary, which counts how often the primary is asked. */
function watch(url: string, of: Db = primary): Replica {
  const counted = new Proxy(of, {
    apply(target, _, args) {
      checks += 1
      return Reflect.apply(target, undefined, args)
    },
  })
  const replica = openReplica({ database_replica_url: url }, counted, log, 100)
  if (!replica) throw new Error('there is no replica')
  open.push(replica)
  return replica
}

async function nameOf(db: Queryable): Promise<'standby' | 'primary'> {
  const [row] = await db<{ in_recovery: boolean }[]>`select pg_is_in_recovery() as in_recovery`
  return row?.in_recovery ? 'standby' : 'primary'
}
const whereRead = (replica: Replica) => readList({ db: primary, replica }, nameOf)
const isUsed = (replica: Replica) => vi.waitFor(() => expect(replica.is_used).toBe(true), WAIT)

describe('A standby on which nothing is read', () => {
  it('None is opened without an address', async () => {
    expect(openReplica({ database_replica_url: undefined }, primary, log)).toBeUndefined()
    expect(await readList({ db: primary }, nameOf)).toBe('primary')
  })

  it('A server that is away: the primary answers, and one line says so', async () => {
    const replica = watch(servers.standby_url.replace(new URL(servers.standby_url).host, '127.0.0.1:1'))
    expect(await whereRead(replica)).toBe('primary')
    await vi.waitFor(() => expect(lines).toHaveLength(1), WAIT)
    const checked = checks
    await vi.waitFor(() => expect(checks).toBeGreaterThan(checked + 5), WAIT)
    expect(lines).toHaveLength(1)
    expect(await whereRead(replica)).toBe('primary')
  })

  it('A server that is no standby', async () => {
    const replica = watch(servers.primary_url)
    await vi.waitFor(() => expect(lines).toEqual(['it is not a standby']), WAIT)
    expect(replica.is_used).toBe(false)
  })

  it('A standby of another database', async () => {
    const other = await createEmptyDatabase()
    const db = connect(other.url, { max: 1 })
    closeAfterTests(async () => {
      await db.end()
      await other.drop()
    })
    const replica = watch(servers.standby_url, db)
    await vi.waitFor(() => expect(lines).toEqual(['it does not follow the database of DATABASE_URL']), WAIT)
    expect(replica.is_used).toBe(false)
  })

  it('A standby that is behind, from the first write that it does not know until it has caught up', async () => {
    const replica = watch(servers.standby_url)
    await isUsed(replica)
    await standby`select pg_wal_replay_pause()`
    await primary`insert into notes values (-1)`
    expect(await whereRead(replica)).toBe('primary')
    await vi.waitFor(() => expect(lines).toEqual(['it is behind by more than 62 ms']), WAIT)
    await standby`select pg_wal_replay_resume()`
    await vi.waitFor(async () => expect(await whereRead(replica)).toBe('standby'), WAIT)
    expect(lines.at(-1)).toContain('used again')
  })

  it('A standby that hangs: the primary answers the request that was waiting', async () => {
    const proxy = await startTcpProxy(servers.standby_url)
    closeAfterTests(async () => proxy.close())
    const replica = watch(proxy.url)
    await isUsed(replica)
    proxy.freeze()
    const asked_at = performance.now()
    expect(await whereRead(replica)).toBe('primary')
    expect(performance.now() - asked_at).toBeLessThan(10_000)
  })

  it('A standby that fails: the primary answers the same request at once', async () => {
    const replica = watch(servers.standby_url)
    await isUsed(replica)
    const answer = await readList({ db: primary, replica }, async (db) => {
      if ((await nameOf(db)) === 'standby') await db`select no_such_column`
      return 'the primary'
    })
    expect(answer).toBe('the primary')
    expect(replica.is_used).toBe(false)
    await isUsed(replica)
    expect(lines).toEqual([])
  })
})

describe('A standby on which lists are read', () => {
  it('A list contains what was written before it was asked for, wherever it is read', async () => {
    const replica = watch(servers.standby_url)
    await isUsed(replica)
    let on_standby = 0
    for (let number = 1; on_standby < 50; number += 1) {
      await primary`insert into notes values (${number})`
      const answer = await readList({ db: primary, replica }, async (db) => {
        const [row] = await db<{ newest: number }[]>`select max(number) as newest from notes`
        return { newest: row?.newest, server: await nameOf(db) }
      })
      expect(answer.newest).toBe(number)
      if (answer.server === 'standby') on_standby += 1
    }
  })

  it('While nobody writes, the standby is used and nothing is said', async () => {
    const replica = watch(servers.standby_url)
    await isUsed(replica)
    await vi.waitFor(() => expect(checks).toBeGreaterThan(3), WAIT)
    await vi.waitFor(async () => expect(await whereRead(replica)).toBe('standby'), WAIT)
    expect(lines).toEqual([])
  })

  it('Nothing can be written there', async () => {
    const replica = watch(servers.standby_url)
    await isUsed(replica)
    const [row] = await replica.read(async (db) => await db.unsafe('show default_transaction_read_only'))
    expect(row).toEqual({ default_transaction_read_only: 'on' })
  })

  it('A list that fails on both fails', async () => {
    const replica = watch(servers.standby_url)
    await isUsed(replica)
    await expect(replica.read(async (db) => await db`select no_such_column`)).rejects.toThrow('no_such_column')
  })
})

// The last test: it makes the standby a primary.
it('After a failover, a standby that still follows the old primary is not used', async () => {
  const left_behind = await servers.addStandby()
  await servers.catchUp()
  await servers.promote()
  const promoted = connect(servers.standby_url, { max: 1 })
  closeAfterTests(() => promoted.end())
  // The log of the old primary grows on, so that only the timeline tells the two apart.
  await primary`insert into notes select generate_series(1, 10000)`
  const replica = watch(left_behind, promoted)
  await vi.waitFor(() => expect(lines).toEqual(['it does not follow the database of DATABASE_URL']), WAIT)
  expect(replica.is_used).toBe(false)
}, 60_000)
