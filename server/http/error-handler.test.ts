import { fastify } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { installErrorHandler } from './error-handler.ts'

const database = await createTestDatabase()
const db = connect(database.url, { max: 2 })
const app = fastify()
installErrorHandler(app)
app.get('/slow', async () => {
  await db.begin(async (tx) => {
    await tx`set local statement_timeout = '50ms'`
    await tx`select pg_sleep(60)`
  })
})
app.get('/locked', async () => {
  await db.begin(async (tx) => {
    await tx`lock table users in access exclusive mode`
    await db.begin(async (other) => {
      await other`set local lock_timeout = '50ms'`
      await other`select from users`
    })
  })
})
app.get('/standby', async () => {
  await db.begin(async (tx) => {
    await tx`set transaction read only`
    await tx`update readiness_probe set written_at = now()`
  })
})
app.get('/lost', async () => {
  await db.begin((tx) => tx`select pg_terminate_backend(pg_backend_pid())`)
})
app.get('/unreachable', async () => {
  const nowhere = connect('postgres://loge:x@127.0.0.1:1/loge')
  await nowhere`select 1`.finally(() => nowhere.end())
})
app.get('/wrong', async () => await db`select 1 / 0`)
afterAll(async () => {
  await app.close()
  await db.end()
  await database.drop()
})

describe('Failing database statements', () => {
  it.each(['/slow', '/locked', '/standby', '/lost', '/unreachable'])(
    'A request for which the database is away, a standby or too slow is a 503 with Retry-After: %s',
    async (url) => {
      const { statusCode, headers, body } = await app.inject(url)
      expect(statusCode).toBe(503)
      expect(headers['retry-after']).toBe('5')
      expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
      expect(body).not.toContain('statement')
    },
  )

  it('An error of the server is a 500 without any details', async () => {
    const { statusCode, body } = await app.inject('/wrong')
    expect(statusCode).toBe(500)
    expect(JSON.parse(body)).toEqual({ error: 'Something went wrong on our side', code: 'internal' })
  })
})
