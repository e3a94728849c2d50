import { describe, expect, it } from 'vitest'
import { createMedia } from '#server/media/media.ts'
import { world } from '#tests/support/world.ts'
import { createReadiness } from './readiness.ts'

const SERVING = { has_begun: false }
const { app, ctx, visitor, passes } = await world({ METRICS_TOKEN: 'a-token-for-metrics' })

describe('Health checks', () => {
  it('The liveness check succeeds while the process runs', async () => {
    expect((await visitor.ask('GET', '/health/live')).body).toEqual({ status: 'ok' })
  })

  it('The readiness check succeeds while the database takes writes and the disk has room', async () => {
    const { status, body } = await visitor.ask('GET', '/health/ready')
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'ok', checks: { database: true, disk: true, media: true } })
  })

  it('The readiness check asks the database once, however many requests arrive at once', async () => {
    passes(10_000)
    await Promise.all(Array.from({ length: 50 }, () => visitor.ask('GET', '/health/ready')))
    const [row] = await ctx.db`select written_at from readiness_probe`
    expect(row?.written_at).toEqual(ctx.now())
    const [writes] = await ctx.db`select xmin::text as writer from readiness_probe`
    await Promise.all(Array.from({ length: 50 }, () => visitor.ask('GET', '/health/ready')))
    expect(await ctx.db`select xmin::text as writer from readiness_probe`).toMatchObject([{ writer: writes?.writer }])
  })

  it('A database that takes no writes is shared trouble: the process stays ready, and explains it to each client', async () => {
    passes(10_000)
    await ctx.db`alter table readiness_probe rename to away`
    const { status, body } = await visitor.ask('GET', '/health/ready')
    await ctx.db`alter table away rename to readiness_probe`
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'degraded',
      trouble: 'shared',
      checks: { database: false, disk: true, media: true },
    })
  })

  it('A disk that cannot be written to is own trouble with a bucket, and shared trouble if the media of all are on it', async () => {
    const config = { ...ctx.config, data_dir: `${import.meta.filename}/nowhere` }
    const checks = { database: true, disk: false, media: true }
    expect(await createReadiness({ ...ctx, config }, SERVING).report()).toEqual({
      status: 'degraded',
      trouble: 'shared',
      checks,
    })
    const s3 = { endpoint: 'http://s3.example', bucket: 'b', region: 'r', access_key_id: 'k', secret_access_key: 's' }
    expect(await createReadiness({ ...ctx, config: { ...config, s3 } }, SERVING).report()).toEqual({
      status: 'degraded',
      trouble: 'own',
      checks,
    })
  })

  it('A media store that cannot be used is shared trouble', async () => {
    const media = createMedia({ ...ctx.config, data_dir: `${import.meta.filename}/nowhere` }, ctx.log)
    expect(await createReadiness({ ...ctx, media }, SERVING).report()).toEqual({
      status: 'degraded',
      trouble: 'shared',
      checks: { database: true, disk: true, media: false },
    })
  })

  it('A bucket that hangs leaves the process ready, and the answer comes before a health check gives up', async () => {
    const store = { ...ctx.media.store, probe: () => new Promise<void>(() => {}) }
    const startedAt = performance.now()
    const report = await createReadiness({ ...ctx, media: { ...ctx.media, store } }, SERVING).report()
    expect(report).toMatchObject({ trouble: 'shared', checks: { database: true, disk: true, media: false } })
    expect(performance.now() - startedAt).toBeLessThan(3000)
  })
})

describe('Metrics', () => {
  const ask = (options: { remoteAddress?: string; headers?: Record<string, string> }) =>
    app.inject({ url: '/api/metrics', ...options })

  it('Metrics are hidden from strangers, also behind a proxy on this machine', async () => {
    expect((await ask({ remoteAddress: '203.0.113.9' })).statusCode).toBe(404)
    expect((await ask({ remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } })).statusCode).toBe(
      404,
    )
    expect((await ask({ remoteAddress: '203.0.113.9', headers: { authorization: 'wrong' } })).statusCode).toBe(404)
  })

  it('Metrics are shown to this machine, and to who has the token', async () => {
    await visitor.ask('GET', '/health/live')
    for (const reply of [
      await ask({ remoteAddress: '127.0.0.1' }),
      await ask({ remoteAddress: '203.0.113.9', headers: { authorization: 'Bearer a-token-for-metrics' } }),
    ]) {
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-type']).toContain('text/plain')
      expect(reply.body).toContain(
        'loge_http_request_seconds_count{method="GET",route="/api/health/live",status="200"}',
      )
    }
  })
})
