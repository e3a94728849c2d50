import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, it } from 'vitest'
import { HEALTH_CHECKS, type Health, type HealthCheck, type HealthCheckName } from '#contract/system.ts'
import { connect } from '#server/db/connect.ts'
import { SECRETS } from '#server/secret-files.ts'
import { setRole } from '#server/store/accounts/users.ts'
import { doctor as program } from '../scripts/doctor.ts'
import { insertAccount } from './support/database/account-rows.ts'
import { createEmptyDatabase, createTestDatabase } from './support/database/postgres.ts'
import { startRedis } from './support/processes/redis.ts'
import { runCommandHere } from './support/processes/run-command.ts'
import { runScript } from './support/processes/run-script.ts'
import { startS3 } from './support/processes/s3.ts'
import { startSmtp } from './support/processes/smtp.ts'

const database = await createTestDatabase()
const db = connect(database.url, { max: 1 })
const redis = await startRedis()
const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-doctor-'))
afterAll(async () => {
  await db.end()
  await database.drop()
  await rm(data_dir, { recursive: true, force: true })
})

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1'

const doctor = (settings: Record<string, string> = {}, ...words: string[]) =>
  runCommandHere(program, words, { DATA_DIR: data_dir, DATABASE_URL: database.url, ...settings })

async function examine(settings: Record<string, string> = {}) {
  const { code, stdout } = await doctor(settings, '--json')
  const health: Health = JSON.parse(stdout)
  const find = (name: HealthCheckName) => health.checks.find((check) => check.name === name) as HealthCheck
  return { code, health, find }
}

describe('npm run doctor', () => {
  it('The doctor prints its usage for wrong arguments', async () => {
    for (const words of [['--jsno'], ['--mail'], ['--mail', 'nobody'], ['x']])
      expect(await doctor({}, ...words)).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run doctor') })
  })

  it('Settings that cannot be used are the only finding, and the exit code is 1', async () => {
    const { code, health, find } = await examine({ PORT: 'high', RATE_LIMITS: 'maybe' })
    expect(code).toBe(1)
    expect(health.checks).toHaveLength(1)
    expect(find('settings')).toMatchObject({
      state: 'failed',
      details: [expect.stringContaining('PORT'), expect.stringContaining('RATE_LIMITS')],
    })
  })

  it('A product in which nothing is broken gets the exit code 0', async () => {
    const { code, health, find } = await examine()
    expect(health.checks.map(({ name }) => name)).toEqual(HEALTH_CHECKS)
    expect(health.checks.filter(({ state }) => state === 'failed')).toEqual([])
    expect(code).toBe(0)
    expect(find('database').sentence).toMatch(/^PostgreSQL \d+.* answers in \d+ ms to the role \w+\. Connections/)
    expect(find('migrations')).toMatchObject({ state: 'ok' })
    expect(find('pooler')).toMatchObject({ state: 'not_used' })
    expect(find('redis')).toMatchObject({ state: 'not_used' })
    expect(find('disk').sentence).toMatch(/Free: [\d.]+ GiB/)
  })

  it('The doctor runs as a program of its own too, in words for people', async () => {
    const settings = { DATA_DIR: data_dir, DATABASE_URL: database.url }
    const { code, stdout, stderr } = await runScript('scripts/doctor.ts', [], settings)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^ok +database +PostgreSQL/m)
    expect(stdout).toMatch(/^WARNING +backup +No backup by npm run backup is known\.\n +→ Run npm run backup/m)
    expect(stdout).toMatch(/^ +PORT +3000 +default$/m)
    expect(stdout).toMatch(/^ +DATABASE_URL +\(secret\) +environment$/m)
  })

  it('A database, a Redis and a mail server that are away are told apart, and the other parts are still checked', async () => {
    const settings = {
      DATABASE_URL: `postgres://${NOWHERE}/loge`,
      REDIS_URL: `redis://${NOWHERE}`,
      SMTP_URL: `smtp://${NOWHERE}`,
    }
    const { code, find } = await examine(settings)
    expect(code).toBe(1)
    expect(find('database')).toMatchObject({ state: 'failed', sentence: expect.stringContaining('ECONNREFUSED') })
    expect(find('database').remedy).toContain('DATABASE_URL')
    expect(find('redis')).toMatchObject({ state: 'failed', sentence: expect.stringContaining('ECONNREFUSED') })
    expect(find('mail')).toMatchObject({ state: 'failed', sentence: expect.stringContaining('ECONNREFUSED') })
    for (const name of ['pooler', 'migrations', 'processes', 'jobs', 'backup', 'clock'] as const)
      expect(find(name), name).toMatchObject({ state: 'not_used' })
    expect(find('media')).toMatchObject({ state: 'ok' })
    expect(find('disk')).toMatchObject({ state: 'ok' })
  })

  it('A DATA_DIR that cannot be written to is found, for the disk and for the media', async () => {
    const file = path.join(data_dir, 'a-file')
    await writeFile(file, '')
    const { code, find } = await examine({ DATA_DIR: path.join(file, 'data') })
    expect(code).toBe(1)
    expect(find('disk')).toMatchObject({ state: 'failed', sentence: expect.stringContaining('ENOTDIR') })
    expect(find('media')).toMatchObject({ state: 'failed', sentence: expect.stringContaining('ENOTDIR') })
  })

  it('Without a server on DATA_DIR the embedded database does not run, and the doctor starts none', async () => {
    const { code, find } = await examine({ DATABASE_URL: '' })
    expect(code).toBe(0)
    expect(find('database')).toMatchObject({ state: 'warning', remedy: expect.stringContaining('npm start') })
  })

  it('Missing migrations are named; with MIGRATE=off they are a failure', async () => {
    const empty = await createEmptyDatabase()
    const { find } = await examine({ DATABASE_URL: empty.url })
    expect(find('migrations')).toMatchObject({ state: 'warning', remedy: expect.stringContaining('npm run migrate') })
    expect(find('migrations').details[0]).toBe('001-accounts.sql')
    expect(find('jobs')).toMatchObject({ state: 'not_used' })
    const { code, find: findWithout } = await examine({ DATABASE_URL: empty.url, MIGRATE: 'off' })
    expect(code).toBe(1)
    expect(findWithout('migrations')).toMatchObject({ state: 'failed' })
    await empty.drop()
  })

  it('A migration of a version that does not allow this one is a failure', async () => {
    await db`insert into migrations (name, sha256) values ('999-later.sql', 'x')`
    const { find } = await examine()
    await db`delete from migrations where name = '999-later.sql'`
    expect(find('migrations')).toMatchObject({ state: 'failed', sentence: expect.stringContaining('999-later.sql') })
  })

  it('On a public site staff without a second factor are counted, and a door without one is a warning', async () => {
    const id = await insertAccount(db, { email: 'ada@example.com', password: 'a good long password', now: new Date() })
    await setRole(db, 'ada@example.com', 'admin')
    const state = async (settings: Record<string, string>) => (await examine(settings)).find('second_factors')
    const PUBLIC_URL = 'https://loge.example'
    expect(await state({})).toMatchObject({ state: 'not_used' })
    expect(await state({ PUBLIC_URL, STAFF_SECOND_FACTOR: 'optional' })).toMatchObject({
      state: 'warning',
      remedy: expect.stringContaining('required'),
    })
    expect(await state({ PUBLIC_URL })).toMatchObject({
      state: 'warning',
      sentence: expect.stringMatching(/: 1 of 1\.$/),
    })
    await db`
      insert into authenticator_apps (user_id, secret, key_id, created_at, confirmed_at)
      values (${id}, 'x', 'x', now(), now())`
    expect(await state({ PUBLIC_URL })).toMatchObject({ state: 'ok' })
    await db`delete from users where id = ${id}`
  })

  it('A database that only reads is a failure', async () => {
    const name = new URL(database.url).pathname.slice(1)
    await db.unsafe(`alter database ${name} set default_transaction_read_only = on`)
    const { find } = await examine()
    await db.unsafe(`alter database ${name} reset default_transaction_read_only`)
    expect(find('database')).toMatchObject({ state: 'failed', sentence: expect.stringContaining('only reads') })
  })

  it('Processes that cannot hear each other are a failure', async () => {
    for (const reach of ['process', 'redis'])
      await db`insert into processes (id, reach, seen_at) values (${randomUUID()}, ${reach}, clock_timestamp())`
    const { find } = await examine()
    await db`delete from processes where reach = 'process'`
    expect(find('processes')).toMatchObject({ state: 'failed', remedy: expect.stringContaining('REDIS_URL') })
    expect((await examine()).find('processes')).toMatchObject({
      state: 'ok',
      sentence: expect.stringMatching(/: 1\.$/),
    })
    await db`delete from processes`
  })

  it('Jobs that wait for long or have failed are a warning, with their kinds', async () => {
    await db`select pgboss.create_queue('mail_notices', '{"policy": "standard"}')`
    await db.unsafe(`
      insert into pgboss.job (name, state, start_after) values ('mail_notices', 'failed', now() - interval '1 minute')`)
    expect((await examine()).find('jobs')).toMatchObject({
      state: 'warning',
      details: expect.arrayContaining(['mail_notices: 1 × failed']),
    })
    await db.unsafe(`
      insert into pgboss.job (name, state, start_after) values ('mail_notices', 'created', now() - interval '1 hour')`)
    expect((await examine()).find('jobs')).toMatchObject({
      state: 'warning',
      sentence: expect.stringContaining('the oldest for 60 min'),
    })
    await db.unsafe('delete from pgboss.job')
  })

  it('The last backup is known, until it is a week old', async () => {
    const settings = { DATA_DIR: data_dir, DATABASE_URL: database.url }
    const folder = path.join(data_dir, 'backup')
    expect(await runScript('scripts/backup.ts', [folder], settings)).toMatchObject({ code: 0, stderr: '' })
    expect((await examine()).find('backup')).toMatchObject({ state: 'ok', details: [] })
    await db`update last_backup set taken_at = now() - interval '8 days', has_media = false`
    expect((await examine()).find('backup')).toMatchObject({ state: 'warning', details: ['--database-only'] })
  })

  it('Files of another database are a failure', async () => {
    await writeFile(path.join(data_dir, 'media', 'owner'), 'another')
    const { find } = await examine()
    await rm(path.join(data_dir, 'media', 'owner'))
    expect(find('media')).toMatchObject({ state: 'failed', sentence: expect.stringContaining('another database') })
  })

  it('A bucket is written to, read and emptied again; a missing bucket is a failure', async () => {
    const s3 = await startS3()
    expect((await examine(s3.env)).find('media')).toMatchObject({ state: 'ok' })
    const missing = await examine({ ...s3.env, S3_BUCKET: 'nowhere' })
    expect(missing.find('media')).toMatchObject({ state: 'failed', remedy: expect.stringContaining('S3_') })
  })

  it('The doctor greets the mail server, and sends a test mail only when it is asked to', async () => {
    const smtp = await startSmtp()
    expect((await examine({ SMTP_URL: smtp.url })).find('mail')).toMatchObject({ state: 'ok' })
    expect(smtp.received).toEqual([])
    const { code, stdout } = await doctor({ SMTP_URL: smtp.url }, '--mail', 'amy@example.com')
    expect(code).toBe(0)
    expect(stdout).toContain('A test mail was handed over for amy@example.com.')
    expect(smtp.received).toMatchObject([{ subject: 'A test mail of Loge', to: [{ address: 'amy@example.com' }] }])
  })

  it('A test mail that is refused is a failure', async () => {
    const smtp = await startSmtp(() => true)
    const { code, stdout } = await doctor({ SMTP_URL: smtp.url }, '--mail', 'amy@example.com')
    expect(code).toBe(1)
    expect(stdout).toMatch(/FAILED +mail +The test mail was not accepted: .*come back later/)
  })
})

describe.runIf(redis)('npm run doctor with Redis (needs redis-server)', () => {
  const settings = { REDIS_URL: redis?.url ?? '' }

  it('Redis is asked for its version and its latency, and its clock is compared', async () => {
    const { find } = await examine(settings)
    expect(find('redis').sentence).toMatch(/^Redis \d+\.\d+.* answers in \d+ ms\.$/)
    expect(find('clock')).toMatchObject({ state: 'ok' })
  })

  it('A Redis that may delete counters of limits is a warning', async () => {
    const client = new Redis(settings.REDIS_URL)
    await client.config('SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru')
    client.disconnect()
    expect((await examine(settings)).find('redis')).toMatchObject({
      state: 'warning',
      sentence: expect.stringContaining('allkeys-lru'),
      remedy: expect.stringContaining('noeviction'),
    })
  })

  it('A Redis that hangs is given up', async () => {
    redis?.freeze()
    const { find } = await examine(settings)
    redis?.thaw()
    expect(find('redis')).toMatchObject({ state: 'failed' })
    expect(find('database')).toMatchObject({ state: 'ok' })
  })
})

describe('Secrets', () => {
  it('The doctor prints no secret, wherever it comes from and whatever fails', async () => {
    const values = Object.fromEntries(SECRETS.map((name) => [name, `hunter-${name.toLowerCase()}-0123456789abcdef`]))
    const word = (name: string) => values[name] ?? ''
    const settings: Record<string, string> = {
      ...values,
      DATABASE_URL: `postgres://amy:${word('DATABASE_URL')}@${NOWHERE}/loge`,
      DATABASE_REPLICA_URL: `postgres://amy:${word('DATABASE_REPLICA_URL')}@${NOWHERE}/loge`,
      REDIS_URL: `redis://:${word('REDIS_URL')}@${NOWHERE}`,
      SMTP_URL: `smtp://amy:${word('SMTP_URL')}@${NOWHERE}`,
      S3_ENDPOINT: `http://${NOWHERE}`,
      S3_BUCKET: 'loge',
      VITE_SENTRY_DSN: 'https://amy:hunter-dsn@sentry.example/1',
    }
    const files: Record<string, string> = { S3_ENDPOINT: `http://${NOWHERE}`, S3_BUCKET: 'loge' }
    for (const name of SECRETS) {
      const file = path.join(data_dir, `hunter-${randomUUID()}`)
      await writeFile(file, `${settings[name]}\n`)
      files[`${name}_FILE`] = file
    }
    const wrong = { ...settings, PORT: 'x' }
    for (const given of [settings, files, wrong]) {
      const own = { DATA_DIR: data_dir, ...given }
      for (const words of [[], ['--json'], ['--mail', 'amy@example.com']]) {
        const { stdout, stderr } = await runCommandHere(program, words, own)
        expect(stdout + stderr).not.toContain('hunter')
        expect(stderr).toBe('')
      }
    }
    const health: Health = JSON.parse(
      (await runCommandHere(program, ['--json'], { DATA_DIR: data_dir, ...files })).stdout,
    )
    for (const name of SECRETS) expect(health.settings).toContainEqual({ name, source: 'file', value: null })
  })

  it('A misspelled setting is a warning with the name that was meant', async () => {
    const { code, find } = await examine({ REDIS_ULR: 'redis://x' })
    expect(code).toBe(0)
    expect(find('settings')).toMatchObject({
      state: 'warning',
      details: ['REDIS_ULR is not a setting of Loge: did you mean REDIS_URL?'],
    })
  })
})
