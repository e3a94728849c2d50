import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PrimaryAndStandby, startPrimaryAndStandby } from '#tests/support/processes/standby.ts'
import { connect, type Db } from './connect.ts'

let servers: PrimaryAndStandby

beforeAll(async () => {
  servers = await startPrimaryAndStandby()
}, 60_000)
afterAll(() => servers.stop())

const hostOf = (url: string) => new URL(url).host

/** The URL with both servers, the first of which is tried first. */
function both(first: 'primary' | 'standby', target: string): string {
  const [primary, standby] = [hostOf(servers.primary_url), hostOf(servers.standby_url)]
  const hosts = first === 'primary' ? `${primary},${standby}` : `${standby},${primary}`
  return `${servers.primary_url.replace(primary, hosts)}?target_session_attrs=${target}`
}

async function withPool<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(url, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

const reached = (url: string) =>
  withPool(url, async (db) => {
    const [row] = await db<{ in_recovery: boolean }[]>`select pg_is_in_recovery() as in_recovery`
    return row?.in_recovery ? 'standby' : 'primary'
  })

describe('Several hosts, a primary and its standby', () => {
  it('A standby alone is refused where somebody wants to write', async () => {
    await expect(reached(`${servers.standby_url}?target_session_attrs=read-write`)).rejects.toThrow(
      'none of the hosts is a server for target_session_attrs=read-write',
    )
  })

  it.each([
    ['read-write', 'primary'],
    ['primary', 'primary'],
    ['read-only', 'standby'],
    ['standby', 'standby'],
    ['prefer-standby', 'standby'],
  ])('Somebody who wants %s reaches the %s, whichever is named first', async (target, server) => {
    expect([await reached(both('primary', target)), await reached(both('standby', target))]).toEqual([server, server])
  })

  it('Somebody who wants any of them reaches the first', async () => {
    expect([await reached(both('primary', 'any')), await reached(both('standby', 'any'))]).toEqual([
      'primary',
      'standby',
    ])
  })

  it('Writes of a pool that is open go to the standby after it was promoted', async () => {
    await withPool(both('primary', 'read-write'), async (db) => {
      await db`create table notes (text text)`
      await vi.waitFor(() => withPool(servers.standby_url, async (standby) => await standby`select from notes`), 10_000)
      await servers.stopPrimary()
      await servers.promote()
      // A statement that was sent through a connection that is being lost fails.
      await vi.waitFor(async () => await db`insert into notes values ('after the switch')`, 10_000)
      expect(await withPool(servers.standby_url, async (standby) => await standby`select text from notes`)).toEqual([
        { text: 'after the switch' },
      ])
    })
  })
})
