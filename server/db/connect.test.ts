import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/database/postgres.ts'
import { startTcpProxy } from '#tests/support/network/tcp-proxy.ts'
import { connect, type Db, type Queryable } from './connect.ts'
import { DatabaseAwayError } from './database-errors.ts'

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

describe('One lost connection', () => {
  it('A lost connection fails the statement that was using it, and none of those that wait for a connection', async () => {
    const slow = Array.from({ length: 12 }, () =>
      db.begin(async (tx) => {
        await tx`select pg_sleep(0.1)`
        return 'done'
      }),
    )
    const answers = Promise.allSettled(slow)
    await vi.waitFor(async () => {
      const [one] = await admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'loge' and query like '%pg_sleep%' and state = 'active' limit 1`
      expect(one).toBeDefined()
    })
    expect((await answers).filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })

  it('A pool never has more connections than it may have', async () => {
    const [statements, transactions] = [db`select 1`, db.begin((tx) => tx`select pg_sleep(0.05)`)]
    await Promise.all([statements, transactions, ...Array.from({ length: 30 }, () => db`select pg_sleep(0.01)`)])
    const [open] = await admin`
      select count(*) from pg_stat_activity where datname = current_database() and application_name = 'loge'`
    expect(open?.count).toBe(4)
  })
})

describe('When the database hangs', () => {
  it('If PostgreSQL gives no further connection, statements wait for those that the pool has', async () => {
    await admin.unsafe(`create role narrow login password 'narrow' connection limit 1; grant all on notes to narrow`)
    const url = new URL(database.url)
    url.username = 'narrow'
    url.password = 'narrow'
    const narrow = connect(url.href, { max: 4 })
    try {
      await narrow`select 1`
      const texts = ['one', 'two', 'three', 'four']
      await Promise.all(texts.map((text) => narrow.begin((tx) => add(tx, text))))
      expect(await storedNotes()).toEqual(texts.toSorted())
      // Who has none to wait for is refused at once.
      const other = connect(url.href, { max: 4 })
      await expect(other`select 1`).rejects.toMatchObject({ name: 'DatabaseAwayError' })
      await other.end()
    } finally {
      await narrow.end()
      await admin.unsafe(`revoke all on notes from narrow; drop role narrow`)
    }
  })

  it('A statement without an answer is given up, with the connections that nobody uses, and the next one gets a new connection', async () => {
    const proxy = await startTcpProxy(database.url)
    const onStuck = vi.fn()
    const hurried = connect(proxy.url, { max: 3, answer_ms: 300, onStuck })
    await Promise.all([1, 2, 3].map(() => hurried`select pg_sleep(0.05)`))
    proxy.freeze()
    await expect(hurried`select 1`).rejects.toThrow(DatabaseAwayError)
    expect(onStuck).toHaveBeenCalledOnce()
    expect(await hurried`select 2 as two`).toEqual([{ two: 2 }])
    await hurried.end()
    proxy.close()
  })

  it('A transaction without an answer is given up, and nothing of it is kept', async () => {
    const proxy = await startTcpProxy(database.url)
    const hurried = connect(proxy.url, { max: 1, answer_ms: 300 })
    const work = hurried.begin(async (tx) => {
      await add(tx, 'half')
      proxy.freeze()
      await add(tx, 'unanswered')
    })
    await expect(work).rejects.toThrow(DatabaseAwayError)
    await hurried.end()
    proxy.close()
    await vi.waitFor(async () => expect(await storedNotes()).toEqual([]))
  })
})

describe('Several hosts', () => {
  const several = (target: string, hosts = `127.0.0.1:1,${new URL(database.url).host}`) => {
    const url = database.url.replace(new URL(database.url).host, hosts)
    return `${url}?target_session_attrs=${target}`
  }

  it.each(['any', 'primary', 'read-write', 'prefer-standby'])(
    'A host that is down is passed over: %s',
    async (target) => {
      const pool = connect(several(target), { max: 1 })
      expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
      await pool.end()
    },
  )

  it.each(['standby', 'read-only'])('A primary is refused where something else is wanted: %s', async (target) => {
    const pool = connect(several(target, new URL(database.url).host), { max: 1 })
    await expect(pool`select 1`).rejects.toThrow(`none of the hosts is a server for target_session_attrs=${target}`)
    await pool.end()
  })
})

describe('Prepared statements', () => {
  it('A statement that a pooler has lost is sent again', async () => {
    const narrow = connect(database.url, { max: 1 })
    const ask = () => narrow`select ${'a'}::text as letter`
    await ask()
    await narrow.unsafe('deallocate all')
    expect(await ask()).toEqual([{ letter: 'a' }])
    await narrow.end()
  })

  it('A statement whose columns a migration has changed is sent again', async () => {
    const narrow = connect(database.url, { max: 1 })
    await admin`create table changing (one int)`
    const ask = () => narrow`select * from changing`
    await ask()
    await admin`alter table changing add two int`
    await admin`insert into changing values (1, 2)`
    expect(await ask()).toEqual([{ one: 1, two: 2 }])
    await narrow.end()
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

describe('Values of statements', () => {
  it('An undefined value is refused, and an empty list finds nothing', async () => {
    await expect(db`select ${undefined as never}`).rejects.toThrow('undefined')
    await add(db, 'kept')
    expect(await db`select text from notes where text in ${db([])}`).toEqual([])
  })

  it('A name with a quotation mark stays a name', async () => {
    expect(await db`select 1 as ${db('a"b')}`).toEqual([{ 'a"b': 1 }])
  })

  it('Rows, changes of a row and lists of bytes become parameters', async () => {
    await db`create table kinds (id int, hash bytea, facts jsonb, at timestamptz, open boolean)`
    const at = new Date('2026-01-02T03:04:05.678Z')
    const rows = [1, 2].map((id) => ({ id, hash: Buffer.from([id]), facts: db.json({ id: [id] }), at, open: true }))
    const inserted = await db`insert into kinds ${db(rows)}`
    expect(inserted.count).toBe(2)
    await db`update kinds set ${db({ open: false, at: null })} where hash in ${db([Buffer.from([1])])}`
    expect(await db`select * from kinds order by id`).toEqual([
      { id: 1, hash: Buffer.from([1]), facts: { id: [1] }, at: null, open: false },
      { id: 2, hash: Buffer.from([2]), facts: { id: [2] }, at, open: true },
    ])
  })
})

describe('Transactions', () => {
  it('A transaction that has caught the error of a statement fails with it, and keeps nothing', async () => {
    const work = db.begin(async (tx) => {
      await add(tx, 'half')
      await tx`select 1 / 0`.catch(() => {})
    })
    await expect(work).rejects.toThrow('division by zero')
    expect(await storedNotes()).toEqual([])
  })

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
