import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { connect } from './connect.ts'
import { findEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { prepareRequestRole } from './request-role.ts'

const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-role-'))
const opened = await openDatabase(
  { data_dir, database_url: undefined, migrate: true },
  createLog({ log_level: 'silent' }),
)
const { db, background } = opened
const owner = connect(opened.url, { max: 1 })
const jobs = await createJobs(opened.url, createLog({ log_level: 'silent' }))
await jobs.handle('send_password_reset', { run: async () => {} })
afterAll(async () => {
  await jobs.stop()
  await owner.end()
  await opened.close()
  await rm(data_dir, { recursive: true })
})

const timeoutsOf = async (pool: typeof db) => {
  const rows = await pool<{ setting: string }[]>`
    select setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`
  return rows.map(({ setting }) => Number(setting))
}

describe('The role of requests in the embedded database', () => {
  it.each([
    ['creates no table', 'create table loot (words text)'],
    ['creates no temporary table', 'create temporary table loot (words text)'],
    ['creates no schema', 'create schema loot'],
    ['changes no table', 'alter table users add column loot text'],
    ['drops no table', 'drop table users cascade'],
    ['empties no table', 'truncate member_notices'],
    ['disables no trigger', 'alter table movements disable trigger all'],
    ['creates no function', "create function loot() returns int language sql as 'select 1'"],
    ['creates no role', 'create role loot'],
    ['assumes no other role', 'set role loge'],
    ['reads no file', "select pg_read_file('PG_VERSION')"],
    ['runs no program', "copy users to program 'cat'"],
    ['records no migration', "insert into migrations (name, sha256) values ('999', '')"],
    ['drops no table of the queue', 'drop table pgboss.job'],
  ])('The role of requests %s: %s', async (_, statement) => {
    await expect(db.unsafe(statement)).rejects.toThrow(/permission denied|must be owner/)
    await expect((background ?? db).unsafe(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('The role of requests reads and writes rows, also of the queue and of tables from later migrations', async () => {
    await owner.unsafe('create table later (id bigint generated always as identity, words text)')
    await db`insert into later (words) values ('a')`
    await db`update later set words = 'b'`
    expect(await db`select words from later`).toEqual([{ words: 'b' }])
    await db`delete from later`
    await jobs.send('send_password_reset', { email: 'amy@example.com', locale: 'en' })
    const { count } = await db`delete from pgboss.job where data ->> 'email' = 'amy@example.com'`
    expect(count).toBe(1)
  })

  it('A request is ended when it takes too long, waits too long for a lock, or leaves a transaction open', async () => {
    for (const milliseconds of await timeoutsOf(db)) expect(milliseconds).toBeGreaterThan(0)
    const password = new URL((await requestAddress()).url).password
    const short = { statement_timeout: '200ms', lock_timeout: '100ms', idle_in_transaction_session_timeout: '200ms' }
    await prepareRequestRole(owner, password, short)
    const hurried = connect((await requestAddress()).url, { max: 2 })
    await expect(hurried`select pg_sleep(60)`).rejects.toThrow('statement timeout')
    await owner.begin(async (tx) => {
      await tx`lock table users in access exclusive mode`
      await expect(hurried`select from users`).rejects.toThrow('lock timeout')
    })
    const idle = hurried.begin(async (tx) => {
      await tx`select 1`
      await expect
        .poll(async () => (await owner`select from pg_stat_activity where state = 'idle in transaction'`).length)
        .toBe(0)
      await tx`select 1`
    })
    await expect(idle).rejects.toThrow()
    await hurried.end({ timeout: 0 })
    await prepareRequestRole(owner, password)
  })

  it('Jobs have no timeouts, because they may sweep whole tables and wait for a mail server', async () => {
    if (!background) throw new Error('jobs have no connections of their own')
    expect(await timeoutsOf(background)).toEqual([0, 0, 0])
    expect(await timeoutsOf(owner)).toEqual([0, 0, 0])
  })

  /** The address that `openDatabase` uses, which it does not reveal. */
  async function requestAddress(): Promise<{ url: string }> {
    const { requestPassword, REQUEST_ROLE } = await import('./request-role.ts')
    const url = new URL((await findEmbedded(data_dir)) ?? '')
    url.password = requestPassword(url.password)
    url.username = REQUEST_ROLE
    return { url: url.href }
  }
})

describe('Existing data folders', () => {
  it('A data folder of an earlier version, or one with new migrations, gets the role of requests at its next start', async () => {
    await owner.unsafe('drop owned by loge_requests')
    await owner.unsafe('drop table later')
    await prepareRequestRole(owner, 'x'.repeat(43))
    const [row] = await owner<{ may: boolean }[]>`
      select has_table_privilege('loge_requests', 'users', 'delete')
        and has_table_privilege('loge_requests', 'pgboss.job', 'delete') as may`
    expect(row?.may).toBe(true)
  })
})

describe('Databases from DATABASE_URL', () => {
  it('A database that is up to date can be used by a role that may not create tables', async () => {
    await owner.unsafe("create role plain login password 'plain'; grant select on migrations to plain")
    const url = new URL(opened.url)
    url.username = 'plain'
    url.password = 'plain'
    await expect(migrate(url.href, path.join(import.meta.dirname, 'migrations'))).resolves.toBeUndefined()
  })
})
