import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { type Product, startProduct } from './e2e/support/product.ts'
import { insertAccount, openSession } from './support/database/account-rows.ts'
import { createTestDatabase } from './support/database/postgres.ts'
import { unzip } from './support/files/zip.ts'
import { isLongForm } from './support/long-form.ts'
import { startRedis } from './support/processes/redis.ts'
import type { RedisServer } from './support/processes/redis-server.ts'
import { startS3 } from './support/processes/s3.ts'
import { PASSWORD } from './support/world.ts'

/** Real processes with one database, one Redis and one bucket, each with a data folder of its own. */
const MACHINES = isLongForm ? 3 : 2
const redis = await startRedis()
const parts = redis && (await setUp(redis))

async function setUp({ url: REDIS_URL }: RedisServer) {
  const [database, bucket] = [await createTestDatabase(), await startS3()]
  const db = connect(database.url)
  const settings = { DATABASE_URL: database.url, REDIS_URL, RATE_LIMITS: 'on', ...bucket.env }
  const machines: Product[] = []
  async function start(): Promise<void> {
    while (machines.length < MACHINES) machines.push(await startProduct(settings))
  }
  async function stop(): Promise<void> {
    for (const machine of machines.splice(0)) await machine.stop()
  }
  await start()
  afterAll(async () => {
    await stop()
    await db.end({ timeout: 1 })
    await database.drop()
  })
  return { db, machines, start, stop }
}

/** The machines of this file; called only where Redis is available. */
function cluster() {
  if (!parts) throw new Error('there is no redis-server here')
  return parts
}

/** How many of 24 wrong passwords, at all machines in turn, are checked. */
async function countChecked(): Promise<number> {
  const { machines } = cluster()
  const body = JSON.stringify({ user: { email: 'amy@example.com', password: 'a wrong password' } })
  const headers = { 'content-type': 'application/json' }
  let checked = 0
  for (let guess = 0; guess < 24; guess += 1) {
    const { url } = machines[guess % machines.length] as Product
    const { status } = await fetch(`${url}/api/users/sign_in`, { method: 'POST', headers, body })
    if (status === 401) checked += 1
  }
  return checked
}

describe.runIf(redis)('Several machines (needs redis-server)', () => {
  it('Ten wrong passwords are checked by all machines together, and none after all of them were restarted', async () => {
    const { start, stop } = cluster()
    expect(await countChecked()).toBe(10)
    await stop()
    await start()
    expect(await countChecked()).toBe(0)
  })

  it('An export is downloaded from every machine, whichever has prepared it', async () => {
    const { db, machines } = cluster()
    const now = new Date()
    const user_id = await insertAccount(db, { email: 'amy@example.com', password: PASSWORD, now })
    const headers = { authorization: await openSession(db, { user_id, user_agent: 'test', now }) }
    const asked = await fetch(`${machines[0]?.url}/api/exports`, { method: 'POST', headers })
    const { id } = (await asked.json()) as { id: string }
    await expect.poll(async () => (await db`select state from exports where id = ${id}`)[0]?.state).toBe('ready')
    for (const { url } of machines) {
      const reply = await fetch(`${url}/api/exports/${id}/file`, { headers })
      expect(reply.status).toBe(200)
      expect([...(await unzip(Buffer.from(await reply.arrayBuffer()))).keys()]).toContain('index.html')
    }
  })
})
