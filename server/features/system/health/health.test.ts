import { describe, expect, it } from 'vitest'
import { HEALTH_CHECKS, type HealthCheck } from '#contract/system.ts'
import type { Config } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { resealAll } from '#server/domain/reseal.ts'
import { createSeal, type Seal } from '#server/seal.ts'
import { makePayable } from '#tests/support/payouts/payees.ts'
import { world } from '#tests/support/world.ts'
import { bounded, diagnose, report } from './health.ts'

const KEY = 'hunter2-hunter2-hunter2-hunter2-hunter2'
const { ctx, visitor, member, staff, creator, passes, mailsTo } = await world({
  SECRET_KEY: KEY,
  METRICS_TOKEN: 'hunter3-hunter3-hunter3',
  RATE_LIMITS: 'on',
})
const admin = await staff('ada', 'admin')

const checkOf = (body: { checks: HealthCheck[] }, name: string) => body.checks.find((check) => check.name === name)

describe('The health of the product', () => {
  it('Only admins see the health of the product and send a test mail', async () => {
    const others = [
      { person: visitor, status: 401 },
      { person: await member('amy'), status: 403 },
      { person: await creator('cleo'), status: 403 },
      { person: await staff('mo', 'moderator'), status: 403 },
    ]
    for (const { person, status } of others) {
      expect((await person.ask('GET', '/admin/health')).status).toBe(status)
      expect((await person.ask('POST', '/admin/health/mail', {})).status).toBe(status)
    }
    expect(await mailsTo('amy@example.com')).toEqual([])
  })

  it('An unknown language is refused', async () => {
    expect((await admin.ask('GET', '/admin/health?locale=de')).status).toBe(422)
    expect((await admin.ask('POST', '/admin/health/mail', { locale: 'de' })).status).toBe(422)
  })

  it('An admin reads the state of every part, in English or in French', async () => {
    const { status, body } = await admin.ask('GET', '/admin/health')
    expect(status).toBe(200)
    expect(body.checks.map(({ name }: HealthCheck) => name)).toEqual(HEALTH_CHECKS)
    expect(checkOf(body, 'database')).toMatchObject({ state: 'ok', remedy: null })
    expect(checkOf(body, 'media')).toMatchObject({ state: 'ok' })
    const { body: french } = await admin.ask('GET', '/admin/health?locale=fr')
    expect(checkOf(french, 'backup')?.sentence).toBe('Aucune sauvegarde par npm run backup n’est connue.')
    expect(french.checked_at).toBe(body.checked_at)
  })

  it('A clock that is wrong is a failure', async () => {
    // The clock of this world is in March.
    const { body } = await admin.ask('GET', '/admin/health')
    expect(checkOf(body, 'clock')).toMatchObject({ state: 'failed', remedy: 'Set both by NTP.' })
  })

  it('No secret leaves the server', async () => {
    const { text, body } = await admin.ask('GET', '/admin/health')
    expect(text).not.toContain('hunter')
    expect(text).not.toContain(ctx.config.database_url)
    expect(body.settings).toContainEqual({ name: 'SECRET_KEY', source: 'environment', value: null })
  })

  it('However many calls arrive at once, they cost one check', async () => {
    passes(60 * 60 * 1000)
    await ctx.db`create table probe_count (at timestamptz default clock_timestamp())`
    await ctx.db.unsafe(`
      create function count_probe() returns trigger language plpgsql as
        $$ begin insert into probe_count default values; return null; end $$;
      create trigger count_probe after insert on secrets for each statement execute function count_probe()`)
    const replies = await Promise.all(Array.from({ length: 50 }, () => admin.ask('GET', '/admin/health')))
    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200))
    // The check of the media store asks for the identity of the database, with one insert.
    expect(await ctx.db`select from probe_count`).toHaveLength(1)
    await ctx.db`drop trigger count_probe on secrets`
  })

  it('The calls of one admin are limited', async () => {
    passes(60 * 60 * 1000)
    const replies = await Promise.all(Array.from({ length: 61 }, () => admin.ask('GET', '/admin/health')))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('A test mail goes to the admin’s own address, three times an hour', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const { status, body } = await admin.ask('POST', '/admin/health/mail', { locale: 'fr' })
      statuses.push(status)
      if (status === 200) expect(body).toMatchObject({ name: 'mail', state: 'ok' })
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(await mailsTo(admin.email)).toMatchObject(Array(3).fill({ subject: 'Un e-mail de test de Loge' }))
  })
})

describe('Checks', () => {
  it('A database that is away hides no other part', async () => {
    const db = connect('postgres://127.0.0.1:1/loge', { max: 1 })
    const { checks } = report(await diagnose({ ...ctx, db }), ctx.config.in_force, 'en')
    await db.end()
    expect(checkOf({ checks }, 'database')).toMatchObject({ state: 'failed' })
    expect(checkOf({ checks }, 'jobs')).toMatchObject({ state: 'not_used' })
    expect(checkOf({ checks }, 'disk')).toMatchObject({ state: 'ok' })
  })

  it('A process that is not heard through the bus is a failure', async () => {
    await ctx.db`insert into processes (id, reach, seen_at) values (gen_random_uuid(), 'redis', clock_timestamp())`
    const live = { ...ctx.live, reach: 'redis' as const, isConnected: () => true, hears: () => false }
    const { checks } = report(await diagnose({ ...ctx, live }), ctx.config.in_force, 'en')
    await ctx.db`delete from processes where reach = 'redis'`
    expect(checkOf({ checks }, 'processes')).toMatchObject({ state: 'failed' })
  })

  it('What an earlier key has encrypted is a warning, what an unknown key has encrypted a failure, and nobody is named', async () => {
    const [old, present] = ['an earlier secret key, long enough to be one', KEY]
    const verified = { ...ctx.config, creator_enrollment: 'verified' as const }
    const check = async (seal: Seal | undefined, config: Config = verified) => {
      const { checks } = report(await diagnose({ ...ctx, config, seal }), ctx.config.in_force, 'en')
      return checkOf({ checks }, 'seal')
    }
    expect(await check(createSeal([present]))).toMatchObject({ state: 'ok' })
    const { id } = await creator('sealed')
    await makePayable({ ...ctx, seal: createSeal([old]) }, id)
    expect(await check(createSeal([present, old]))).toMatchObject({
      state: 'warning',
      remedy: expect.stringContaining('rotate'),
      details: [],
    })
    for (const seal of [createSeal([present]), undefined])
      expect(await check(seal)).toMatchObject({
        state: 'failed',
        remedy: expect.stringContaining('SECRET_KEY_BEFORE'),
        details: [],
      })
    expect(await resealAll({ db: ctx.db, seal: createSeal([present, old]) })).toEqual({ sealed: 2, unreadable: 0 })
    expect(await check(createSeal([present]))).toMatchObject({ state: 'ok', remedy: null })
    expect(await check(undefined, ctx.config)).toMatchObject({ state: 'not_used' })
  })

  it('A check that hangs is given up', async () => {
    expect(await bounded(() => new Promise(() => {}), 10)).toEqual({ found: 'late', values: { seconds: 0.01 } })
  })

  it('An error in a check is its finding', async () => {
    expect(await bounded(() => Promise.reject(new Error('no such thing')))).toEqual({
      found: 'broken',
      values: { reason: 'no such thing' },
    })
  })
})
