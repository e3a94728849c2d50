import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/postgres.ts'
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

/** All connections of the pool under test die together, as they do when the database is killed. */
async function cut(): Promise<void> {
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'loge'`
}

async function add(sql: Queryable, text: string): Promise<void> {
  await sql`insert into notes values (${text})`
}

const kept = async () => (await admin<{ text: string }[]>`select text from notes order by text`).map(({ text }) => text)

describe('When the database goes away', () => {
  it('a transaction that waits for an answer fails and keeps nothing', async () => {
    const work = db.begin(async (tx) => {
      await add(tx, 'lost')
      await Promise.all([tx`select pg_sleep(60)`, cut()])
    })
    await expect(work).rejects.toThrow()
    expect(await kept()).toEqual([])
  })

  it('a transaction that does something else meanwhile fails, and what it does next is not written by itself', async () => {
    const narrow = connect(database.url, { max: 1 })
    const { promise: lastWrite, resolve } = Promise.withResolvers<void>()
    const work = narrow.begin(async (tx) => {
      await add(tx, 'before')
      // Somebody waits for the only connection, and gets one in its place.
      await Promise.all([narrow`select 1`, cut()])
      const write = add(tx, 'after')
      resolve(write.catch(() => {}))
      await write
    })
    await expect(work).rejects.toThrow()
    await lastWrite
    expect(await kept()).toEqual([])
    await narrow.end()
  })

  it('a transaction that overlooks it is not called a success', async () => {
    const work = db.begin(async (tx) => {
      await add(tx, 'overlooked')
      await tx.savepoint((inner) => Promise.all([inner`select pg_sleep(60)`, cut()])).catch(() => {})
    })
    await expect(work).rejects.toThrow()
    expect(await kept()).toEqual([])
  })

  it('every connection of the pool comes back, however hard people try meanwhile', async () => {
    async function insist(): Promise<void> {
      for (let turn = 0; turn < 40; turn += 1) await db`select pg_sleep(0.002)`.catch(() => {})
    }
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([...Array.from({ length: 12 }, insist), cut()])
    }
    const together = Array.from({ length: 4 }, () => db`select pg_sleep(0.5), pg_backend_pid() as pid`)
    expect(new Set((await Promise.all(together)).map(([row]) => row?.pid)).size).toBe(4)
  })
})

describe('When the database goes away while a connection is being opened', () => {
  it('the statement fails or is sent again, and no rejection is left that would end the process', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    for (let round = 0; round < 60; round += 1) {
      const fresh = connect(database.url, { max: 1 })
      const statement = fresh`select 1`.catch(() => {})
      // A little later each time: while it connects, while it signs in, while it asks.
      for (let turn = 0; turn < round % 12; turn += 1) await admin`select 1`
      await Promise.all([statement, cut()])
      await fresh.end()
    }
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})

describe('A list in a statement', () => {
  it.each([
    ['plain', ['a', 'b']],
    [
      'with signs that mean something in an array',
      ['a,b', '{x}', '"quoted"', 'back\\slash', 'NULL', '', ' ', 'new\nline', '👍'],
    ],
    ['of nobody', []],
  ])('of texts arrives as it is: %s', async (_, texts) => {
    const rows = await db<
      { text: string }[]
    >`select text from unnest(${texts}::text[]) with ordinality t (text, n) order by n`
    expect(rows.map(({ text }) => text)).toEqual(texts)
    expect(await db`select ${texts}::text[] as texts`).toEqual([{ texts }])
  })

  it('of ids may have gaps, and one of bytes keeps every byte', async () => {
    const ids = [crypto.randomUUID(), null]
    const rows = await db<
      { id: string | null }[]
    >`select id from unnest(${ids}::uuid[]) with ordinality t (id, n) order by n`
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect(await db`select ${ids}::uuid[] as ids`).toEqual([{ ids }])
    const bytes = [Buffer.from([0, 34, 92, 255]), Buffer.alloc(0)]
    const kept = await db<{ b: Buffer }[]>`
      select b from unnest(${db.array(bytes, 1001)}) with ordinality t (b, n) order by n`
    expect(kept.map(({ b }) => b)).toEqual(bytes)
  })
})

describe('A transaction', () => {
  it('keeps nothing when it fails', async () => {
    const work = db.begin(async (tx) => {
      await add(tx, 'half')
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await kept()).toEqual([])
  })

  it('undoes only the part that failed when that part has a savepoint', async () => {
    const result = await db.begin(async (tx) => {
      await add(tx, 'kept')
      await tx.savepoint((inner) => add(inner, 'kept')).catch(() => add(tx, 'instead'))
      return ['done']
    })
    expect(result).toEqual(['done'])
    expect(await kept()).toEqual(['instead', 'kept'])
  })
})

describe('What comes out of the database', () => {
  it('is a number for a count, a Date for a time, and a string for a price', async () => {
    const [row] = await db`select count(*), '2026-01-01T00:00:00Z'::timestamptz as time, 7.90::numeric(5, 2) as price`
    expect(row).toEqual({ count: 1, time: new Date('2026-01-01T00:00:00Z'), price: '7.90' })
  })

  it('is not chatter about what the database noticed', async () => {
    const print = vi.spyOn(console, 'log')
    await db`create table if not exists notes ()`
    expect(print).not.toHaveBeenCalled()
    print.mockRestore()
  })
})
