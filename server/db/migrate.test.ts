import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/database/postgres.ts'
import { connect, type Db } from './connect.ts'
import { migrate } from './migrate.ts'
import { StartError } from './start-error.ts'

let database: TestDatabase
let db: Db
let folder: string

beforeEach(async () => {
  database = await createEmptyDatabase()
  db = connect(database.url)
  folder = await mkdtemp(path.join(tmpdir(), 'loge-migrations-'))
  await write('001-guests.sql', 'create table guests (name text); insert into guests values ($$amy$$);')
  await write('002-seats.sql', 'create table seats (number int);')
})

afterEach(async () => {
  await db.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function write(name: string, sql: string): Promise<void> {
  await writeFile(path.join(folder, name), sql)
}

async function refusal(): Promise<string> {
  const error = await migrate(database.url, folder).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartError)
  return String(error)
}

async function tables(): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`
  return rows.map(({ name }) => name)
}

describe('Migrations', () => {
  it('A start is refused when a migration was changed after it had been applied', async () => {
    await migrate(database.url, folder)
    await write('001-guests.sql', 'create table guests (name text, age int);')
    expect(await refusal()).toContain('Migration 001-guests.sql has changed')
  })

  it('A start is refused when the database is newer than the product', async () => {
    await migrate(database.url, folder)
    await rm(path.join(folder, '002-seats.sql'))
    expect(await refusal()).toContain('has migration 002-seats.sql, which this version of Loge does not know')
  })

  it('A start is refused when an applied migration was renamed', async () => {
    await migrate(database.url, folder)
    await rename(path.join(folder, '001-guests.sql'), path.join(folder, '001-people.sql'))
    expect(await refusal()).toContain('has migration 001-guests.sql')
  })

  it('A start is refused when a migration was added before applied ones', async () => {
    await write('004-curtains.sql', 'create table curtains ();')
    await migrate(database.url, folder)
    await write('003-stages.sql', 'create table stages ();')
    expect(await refusal()).toContain('Migration 003-stages.sql comes before 004-curtains.sql')
    expect(await tables()).not.toContain('stages')
  })

  it('A start is refused when a migration file has an invalid name, or two have the same number', async () => {
    await write('notes.txt', '')
    expect(await refusal()).toContain('notes.txt is not named like')
    await rm(path.join(folder, 'notes.txt'))
    await write('002-tickets.sql', '')
    expect(await refusal()).toContain('002-tickets.sql has a number')
  })

  it('A start reports which migration failed, and nothing of that one is kept', async () => {
    await write('003-broken.sql', 'create table half (); create table seats ();')
    expect(await refusal()).toContain('Migration 003-broken.sql failed: relation "seats" already exists')
    expect(await tables()).toEqual(['guests', 'migrations', 'seats'])
  })

  it('A start reports that the database cannot be reached', async () => {
    const nowhere = 'postgres://loge:x@127.0.0.1:1/loge'
    await expect(migrate(nowhere, folder)).rejects.toThrow(/cannot be used: .*ECONNREFUSED/)
  })

  it('Every migration is applied once, in order, however often the product starts', async () => {
    await migrate(database.url, folder)
    await migrate(database.url, folder)
    await write('003-more-guests.sql', 'insert into guests select $$bob$$ from seats right join guests on true;')
    await migrate(database.url, folder)
    expect(await db`select name from guests order by name`).toEqual([{ name: 'amy' }, { name: 'bob' }])
    const applied = await db`select name from migrations order by applied_at`
    expect(applied.map(({ name }) => name)).toEqual(['001-guests.sql', '002-seats.sql', '003-more-guests.sql'])
  })

  it('A migration may have other line endings than when it was applied', async () => {
    await write('003-two-lines.sql', 'create table a ();\ncreate table b ();\n')
    await migrate(database.url, folder)
    await write('003-two-lines.sql', 'create table a ();\r\ncreate table b ();\r\n')
    await expect(migrate(database.url, folder)).resolves.toBeUndefined()
  })

  it('Processes that start at the same moment do not apply a migration twice', async () => {
    await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, folder)))
    expect(await db`select name from guests`).toHaveLength(1)
  })
})
