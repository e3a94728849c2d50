import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { createEmptyDatabase } from './support/database/postgres.ts'
import { runScript } from './support/processes/run-script.ts'

const database = await createEmptyDatabase()
afterAll(() => database.drop())

const migrate = (...args: string[]) => runScript('scripts/migrate.ts', args, { DATABASE_URL: database.url })

describe('npm run migrate', () => {
  it('npm run migrate prints its usage when it is called with an unknown option', async () => {
    expect(await migrate('--chekc')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm run migrate -- --check'),
    })
  })

  it('With MIGRATE=off neither the server nor a command starts on a database that lacks migrations, and both say what to do', async () => {
    const off = { DATABASE_URL: database.url, MIGRATE: 'off' }
    const sentence = /lacks migration 001-accounts.sql, and MIGRATE is off: run `npm run migrate` first/
    expect(await runScript('server/main.ts', [], off)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(sentence),
    })
    expect(await runScript('scripts/staff.ts', ['audit'], off)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(sentence),
    })
  })

  it('npm run migrate says what is missing, applies it once, and prepares the job queue', async () => {
    const missing = await migrate('--check')
    expect(missing.code).toBe(3)
    expect(missing.stdout).toMatch(/^001-accounts.sql\n(.+\n)*The database lacks \d+ migrations.\n$/)
    const applied = await migrate()
    expect(applied).toMatchObject({ code: 0, stderr: '' })
    expect(applied.stdout).toMatch(/^001-accounts.sql\n/)
    for (const args of [['--check'], []])
      expect(await migrate(...args)).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' })
    const db = connect(database.url, { max: 1 })
    expect(await db`select from pgboss.version`).toHaveLength(1)
    await db.end()
    const off = { DATABASE_URL: database.url, MIGRATE: 'off' }
    expect(await runScript('scripts/staff.ts', ['audit'], off)).toMatchObject({ code: 0, stderr: '' })
  })
})
