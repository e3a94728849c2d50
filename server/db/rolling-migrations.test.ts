import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countWaiting } from '#tests/support/database/lock-waits.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/database/postgres.ts'
import { connect, type Db } from './connect.ts'
import { type MigrateOptions, migrate } from './migrate.ts'

let database: TestDatabase
let db: Db
let folder: string
let log: string[]

beforeEach(async () => {
  database = await createEmptyDatabase()
  db = connect(database.url)
  folder = await mkdtemp(path.join(tmpdir(), 'loge-migrations-'))
  log = []
  await write('021-guests.sql', 'create table guests (name text, seat int); insert into guests values ($$amy$$, 1);')
  await run()
})

afterEach(async () => {
  await db.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function write(name: string, ...lines: string[]): Promise<void> {
  await writeFile(path.join(folder, name), `${lines.join('\n')}\n`)
}

async function run(locks: MigrateOptions['locks'] = {}): Promise<void> {
  await migrate(database.url, folder, {
    log: (line) => log.push(line),
    locks: { lock_timeout_ms: 100, shortest_pause_ms: 50, ...locks },
  })
}

/** Applies a migration and takes its file away again, as for a process of the version before it. */
async function applyAsNewerVersion(name: string, ...lines: string[]): Promise<void> {
  await write(name, ...lines)
  await run()
  await rm(path.join(folder, name))
}

/** A transaction that has read the table and stays open until `end`. */
async function openReader(): Promise<{ end(): Promise<void> }> {
  const reading = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const done = db.begin(async (tx) => {
    await tx`select from guests`
    reading.resolve()
    await ended.promise
  })
  await reading.promise
  return {
    async end() {
      ended.resolve()
      await done
    },
  }
}

async function indexes(): Promise<{ name: string; oid: number; is_valid: boolean }[]> {
  const rows = await db<{ name: string; oid: number; is_valid: boolean }[]>`
    select indexrelid::regclass::text as name, indexrelid::int as oid, indisvalid as is_valid
    from pg_index where indrelid = 'guests'::regclass order by 1`
  return [...rows]
}

describe('Versions side by side', () => {
  it('A start is refused when a migration does not say which versions may run beside it', async () => {
    await write('022-rows.sql', 'create table rows ();')
    await expect(run()).rejects.toThrow('022-rows.sql does not say which versions may run beside it')
    await write('022-rows.sql', '-- runs with: 023', 'create table rows ();')
    await expect(run()).rejects.toThrow('022-rows.sql does not say which versions may run beside it')
    await write('022-rows.sql', '-- runs with: 021', '-- transaction: later', 'create table rows ();')
    await expect(run()).rejects.toThrow('"-- transaction: later": write one, none or batches')
  })

  it('An older version does not start on a schema that its code cannot use, and says so', async () => {
    await applyAsNewerVersion('022-seats.sql', '-- runs with: 022', 'alter table guests drop column seat;')
    await expect(run()).rejects.toThrow('has migration 022-seats.sql, which this version of Loge does not know')
  })

  it('An older version does not start if only the newest of the migrations that it does not know allows it', async () => {
    await write('022-seats.sql', '-- runs with: 022', 'alter table guests drop column seat;')
    await applyAsNewerVersion('023-ages.sql', '-- runs with: 021', 'alter table guests add column age int;')
    await rm(path.join(folder, '022-seats.sql'))
    await expect(run()).rejects.toThrow('has migration 022-seats.sql')
  })

  it('An older version does not start on a migration from before that rule, which allowed nobody', async () => {
    await applyAsNewerVersion('022-seats.sql', '-- runs with: 021', 'alter table guests add column age int;')
    await db`update migrations set runs_with = null where name = '022-seats.sql'`
    await expect(run()).rejects.toThrow('has migration 022-seats.sql')
  })

  it('An older version starts on a newer schema that allows it, and logs a line', async () => {
    await applyAsNewerVersion('022-ages.sql', '-- Ages.', '-- runs with: 021', 'alter table guests add column age int;')
    await run()
    expect(log).toEqual([expect.stringContaining('migration 022-ages.sql of a newer version of Loge, which allows')])
  })

  it('A database of a version that did not note who may run beside it is migrated', async () => {
    await db`alter table migrations drop column runs_with`
    await run()
    await write('022-ages.sql', '-- runs with: 021', 'alter table guests add column age int;')
    await run()
    expect([...(await db`select name, runs_with from migrations order by name`)]).toEqual([
      { name: '021-guests.sql', runs_with: null },
      { name: '022-ages.sql', runs_with: 21 },
    ])
  })
})

describe('Locks', () => {
  const ADD_COLUMN = ['-- runs with: 021', 'alter table guests add column age int;']

  it('A migration that never gets its lock gives up, and names the transaction in the way', async () => {
    const reader = await openReader()
    await write('022-ages.sql', ...ADD_COLUMN)
    await expect(run({ give_up_ms: 300 })).rejects.toThrow(
      /022-ages.sql could not be applied within 0.3 s: a table is in use by another transaction; the oldest is \d+ s old \(pid \d+, loge\)/,
    )
    await reader.end()
  })

  it('A request that came behind a waiting migration is answered while the transaction in the way is still open', async () => {
    const reader = await openReader()
    await write('022-ages.sql', ...ADD_COLUMN)
    const migrated = run({ lock_timeout_ms: 1_000 })
    await expect.poll(() => countWaiting(db)).toBe(1)
    const request = db`select name from guests`.then((rows) => rows.length)
    await expect.poll(() => countWaiting(db)).toBe(2)
    expect(await request).toBe(1)
    await expect.poll(() => log).toContainEqual(expect.stringContaining('migration 022-ages.sql waits'))
    await reader.end()
    await migrated
    expect(await db`select age from guests`).toHaveLength(1)
  })

  it('While one process applies migrations, a process that needs none starts at once, and another waits for a limited time', async () => {
    await db.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${0x4d494752})`
      await run()
      await write('022-ages.sql', ...ADD_COLUMN)
      await expect(run({ give_up_ms: 300 })).rejects.toThrow('another process applies migrations')
    })
    await run()
    expect(await db`select age from guests`).toHaveLength(1)
  })
})

describe('Indexes that are built while people use the table', () => {
  const UNIQUE = [
    '-- runs with: 021',
    '-- transaction: none',
    'create unique index concurrently guests_name on guests (name);',
    'create index concurrently guests_seat on guests (seat);',
  ]

  it('A migration without a transaction that does more than indexes is refused', async () => {
    await write('022-ages.sql', ...UNIQUE, 'alter table guests add column age int;')
    await expect(run()).rejects.toThrow('022-ages.sql failed: a migration without a transaction has only')
  })

  it('What a failed attempt has left of an index is removed, and the index is built again', async () => {
    await db`insert into guests values ('amy', 2)`
    await write('022-names.sql', ...UNIQUE)
    await expect(run()).rejects.toThrow('022-names.sql failed: could not create unique index')
    expect(await indexes()).toMatchObject([{ name: 'guests_name', is_valid: false }])
    await db`delete from guests where seat = 2`
    await run()
    expect(await indexes()).toMatchObject([
      { name: 'guests_name', is_valid: true },
      { name: 'guests_seat', is_valid: true },
    ])
  })

  it('An index that was built before the process was killed is not built again', async () => {
    await write('022-names.sql', ...UNIQUE)
    await run()
    const before = await indexes()
    await db`delete from migrations where name = '022-names.sql'`
    await run()
    expect(await indexes()).toEqual(before)
    await write(
      '023-no-seats.sql',
      '-- runs with: 021',
      '-- transaction: none',
      'drop index concurrently if exists guests_seat',
    )
    await run()
    expect(await indexes()).toMatchObject([{ name: 'guests_name' }])
  })

  it('Processes that start at the same moment build an index once', async () => {
    await write('022-names.sql', ...UNIQUE)
    await Promise.all(Array.from({ length: 4 }, () => run()))
    expect(await indexes()).toMatchObject([{ is_valid: true }, { is_valid: true }])
    expect(await db`select from migrations`).toHaveLength(2)
  })

  it('While an index is built, other processes can start', async () => {
    const reader = await openReader()
    await write('022-names.sql', ...UNIQUE)
    const migrated = run()
    await expect.poll(() => countWaiting(db)).toBe(1)
    await rm(path.join(folder, '022-names.sql'))
    await run()
    await reader.end()
    await migrated
    expect(await indexes()).toHaveLength(2)
  })
})

describe('Backfills', () => {
  it('A backfill changes rows in batches, each in its own transaction, until none is left', async () => {
    await db`alter table guests add column age int`
    await db`insert into guests select 'guest', n from generate_series(2, 25) n`
    await write(
      '022-ages.sql',
      '-- runs with: 021',
      '-- transaction: batches',
      'with batch as (select ctid from guests where age is null order by seat limit 10)',
      'update guests set age = 30 from batch where guests.ctid = batch.ctid;',
    )
    await run()
    const batches = await db<{ rows: number }[]>`select count(*)::int as rows from guests where age = 30 group by xmin`
    expect(batches.map(({ rows }) => rows).sort()).toEqual([10, 10, 5])
    expect(await db`select from migrations`).toHaveLength(2)
  })

  it('A backfill of two statements is refused', async () => {
    await write(
      '022-ages.sql',
      '-- runs with: 021',
      '-- transaction: batches',
      'delete from guests; delete from guests;',
    )
    await expect(run()).rejects.toThrow('022-ages.sql failed: a migration in batches is one statement')
  })
})
