import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createEmptyDatabase } from '#tests/support/database/postgres.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')
const database = await createEmptyDatabase()
const db = connect(database.url, { max: 1 })
/** The migrations that an older version has. */
const older = await mkdtemp(path.join(tmpdir(), 'loge-migrations-'))

afterAll(async () => {
  await rm(older, { recursive: true })
  await db.end()
  await database.drop()
})

it('Accounts from before confirmations count as confirmed, erased ones hold no time, and old versions can still sign people up', async () => {
  for (const name of await readdir(MIGRATIONS)) {
    if (name < '017') await cp(path.join(MIGRATIONS, name), path.join(older, name))
  }
  await migrate(database.url, older)
  const columns = db`insert into users (id, email, email_key, username, password_hash, created_at, erased_at)`
  await db`${columns} values (gen_random_uuid(), 'a@b.cc', 'a@b.cc', 'amy', 'none', now(), null)`
  await db`${columns} values (gen_random_uuid(), null, null, null, null, now(), now())`
  await migrate(database.url, MIGRATIONS)
  // The statement of an old version, which still runs while the new one starts.
  await db`${columns} values (gen_random_uuid(), 'c@d.ee', 'c@d.ee', 'cem', 'none', now(), null)`
  const rows = await db`
    select username, email_confirmed_at is not null as is_confirmed, age_confirmed_at from users order by username`
  expect([...rows]).toEqual([
    { username: 'amy', is_confirmed: true, age_confirmed_at: null },
    { username: 'cem', is_confirmed: false, age_confirmed_at: null },
    { username: null, is_confirmed: false, age_confirmed_at: null },
  ])
})
