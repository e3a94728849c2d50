import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '#tests/support/database/postgres.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')
const database = await createEmptyDatabase()
const owner = connect(database.url, { max: 1 })
const role = `tenant_${randomBytes(4).toString('hex')}`

afterAll(async () => {
  await owner.end()
  await database.drop()
})

describe('Databases of restricted roles', () => {
  it('Whoever may create nothing but tables is told which extension is missing and what to do, and can start after that', async () => {
    await owner.unsafe(`create role ${role} login password 'velvet'; grant create, usage on schema public to ${role}`)
    const url = new URL(database.url)
    url.username = role
    url.password = 'velvet'
    await expect(migrate(url.href, MIGRATIONS)).rejects.toThrow(
      /009-your-account.sql failed: the extension pg_trgm is missing .*run "create extension pg_trgm" in this database once/,
    )
    await owner.unsafe('create extension pg_trgm')
    await expect(migrate(url.href, MIGRATIONS)).resolves.toBeUndefined()
    await owner.unsafe(`drop owned by ${role}; drop role ${role}`)
  })
})
