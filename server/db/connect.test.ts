import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/database/postgres.ts'
import { connect, type Db, type Queryable } from './connect.ts'

let database: TestDatabase
let db: Db
let admin: Db

beforeAll(async () => {
  database = await createEmptyDatabase()
  admin = connect(database.url, { max: 1, application_name: 'admin' })
  await admin`create table notes (text text unique)`
})
beforeEach(async () => {
  db = connect(database.url, { max: 4 })
  await admin`truncate notes`
})
afterEach(() => db.end())
afterAll(async () => {
  await admin.end()
  await database.drop()
})

/** Ends all connections of the pool under test at once, as when the database is killed. */
async function terminateConnections(): Promise<void> {
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'loge'`
}

async function add(sql: Queryable, text: string): Promise<void> {
  await sql`insert into notes values (${text})`
}

const storedNotes = async () =>
  (await admin<{ text: string }[]>`select text from notes order by text`).map(({ text }) => text)

describe('When the database goes away', () => {
  it('A transaction that waits for an answer when the database goes away fails and keeps nothing', async () => {
    const work = db.begin(async (tx) => {
      await add(tx, 'lost')
      await Promise.all([tx`select pg_sleep(60)`, terminateConnections()])
    })
    await expect(work).rejects.toThrow()
    expect(await storedNotes()).toEqual([])
  })

  it('A transaction that is idle when the database goes away fails, and its later statements are not executed on their own', async () => {
    const narrow = connect(database.url, { max: 1 })
    const { promise: lastWrite, resolve } = Promise.withResolvers<void>()
    const work = narrow.begin(async (tx) => {
      await add(tx, 'before')
      // Another statement waits for the only connection, and gets a new one in its place.
      await Promise.all([narrow`select 1`, terminateConnections()])
      const write = add(tx, 'after')
      resolve(write.catch(() => {}))
      await write
    })
    await expect(work).rejects.toThrow()
    await lastWrite
    expect(await storedNotes()).toEqual([])
    await narrow.end()
  })

  it('A transaction that ignores the loss of its connection is not reported as a success', async () => {
    const work = db.begin(async (tx) => {
      await add(tx, 'overlooked')
      await tx.savepoint((inner) => Promise.all([inner`select pg_sleep(60)`, terminateConnections()])).catch(() => {})
    })
    await expect(work).rejects.toThrow()
    expect(await storedNotes()).toEqual([])
  })

  it('Every connection of the pool is restored after the database went away, under constant load too', async () => {
    async function queryRepeatedly(): Promise<void> {
      for (let turn = 0; turn < 40; turn += 1) await db`select pg_sleep(0.002)`.catch(() => {})
    }
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([...Array.from({ length: 12 }, queryRepeatedly), terminateConnections()])
    }
    const together = Array.from({ length: 4 }, () => db`select pg_sleep(0.5), pg_backend_pid() as pid`)
    expect(new Set((await Promise.all(together)).map(([row]) => row?.pid)).size).toBe(4)
  })
})

describe('When the database goes away during a connection attempt', () => {
  it('A statement fails or is sent again when the database goes away during a connection attempt, without an unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    for (let round = 0; round < 60; round += 1) {
      const fresh = connect(database.url, { max: 1 })
      const statement = fresh`select 1`.catch(() => {})
      // A little later in each round: during the connection attempt, the authentication, the statement.
      for (let turn = 0; turn < round % 12; turn += 1) await admin`select 1`
      await Promise.all([statement, terminateConnections()])
      await fresh.end()
    }
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})

describe('Arrays as parameters', () => {
  it.each([
    ['plain', ['a', 'b']],
    [
      'with signs that mean something in an array',
      ['a,b', '{x}', '"quoted"', 'back\\slash', 'NULL', '', ' ', 'new\nline', '👍'],
    ],
    ['of nobody', []],
  ])('A list of texts arrives in the database unchanged: %s', async (_, texts) => {
    const rows = await db<
      { text: string }[]
    >`select text from unnest(${texts}::text[]) with ordinality t (text, n) order by n`
    expect(rows.map(({ text }) => text)).toEqual(texts)
    expect(await db`select ${texts}::text[] as texts`).toEqual([{ texts }])
  })

  it('A list of ids may contain nulls, and a list of byte strings keeps every byte', async () => {
    const ids = [crypto.randomUUID(), null]
    const rows = await db<
      { id: string | null }[]
    >`select id from unnest(${ids}::uuid[]) with ordinality t (id, n) order by n`
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect(await db`select ${ids}::uuid[] as ids`).toEqual([{ ids }])
    const bytes = [Buffer.from([0, 34, 92, 255]), Buffer.alloc(0)]
    const stored = await db<{ b: Buffer }[]>`
      select b from unnest(${db.array(bytes, 1001)}) with ordinality t (b, n) order by n`
    expect(stored.map(({ b }) => b)).toEqual(bytes)
  })
})

describe('Transactions', () => {
  it('A transaction that fails keeps nothing', async () => {
    const work = db.begin(async (tx) => {
      await add(tx, 'half')
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await storedNotes()).toEqual([])
  })

  it('A transaction undoes only the part that failed when that part has a savepoint', async () => {
    const result = await db.begin(async (tx) => {
      await add(tx, 'kept')
      await tx.savepoint((inner) => add(inner, 'kept')).catch(() => add(tx, 'instead'))
      return ['done']
    })
    expect(result).toEqual(['done'])
    expect(await storedNotes()).toEqual(['instead', 'kept'])
  })
})

describe('Values from the database', () => {
  it('A count is read as a number, a time as a Date, and a price as a string', async () => {
    const [row] = await db`select count(*), '2026-01-01T00:00:00Z'::timestamptz as time, 7.90::numeric(5, 2) as price`
    expect(row).toEqual({ count: 1, time: new Date('2026-01-01T00:00:00Z'), price: '7.90' })
  })

  it('Notices of PostgreSQL are not printed', async () => {
    const print = vi.spyOn(console, 'log')
    await db`create table if not exists notes ()`
    expect(print).not.toHaveBeenCalled()
    print.mockRestore()
  })
})
