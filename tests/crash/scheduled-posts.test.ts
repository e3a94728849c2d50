import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { connect } from '#server/db/connect.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { formBody, noisePicture } from '#tests/support/files/pictures.ts'
import { startProduct } from './product-process.ts'
import { call, signUp } from './writers.ts'

it('A scheduled post is out within a minute of its time, once, also when the product was dead at that time and is killed after it', async () => {
  const database = await createTestDatabase()
  const data_dir = await mkdtemp(join(tmpdir(), 'loge-crash-'))
  const db = connect(database.url, { max: 2 })
  const start = () => startProduct(data_dir, { DATABASE_URL: database.url })
  let product = await start()
  try {
    const token = await signUp(product.url, 'amy@example.com')
    const { id: creator_id } = await (await call(product.url, 'GET', '/user', undefined, token)).json()
    await insertProfile(db, { id: creator_id, bio: '', created_at: new Date() })
    const file = await noisePicture({ width: 24, height: 30 })

    /** Returns the id of the draft. */
    const schedule = async (publish_at: Date): Promise<string> => {
      const { payload, headers } = await formBody({ description: 'Later', file, publish_at: publish_at.toISOString() })
      const reply = await call(product.url, 'POST', '/posts', payload, token, headers)
      expect(reply.status).toBe(201)
      return (await reply.json()).id
    }
    const comesOut = async (draft_id: string): Promise<number> => {
      const out = async () =>
        await db<{ created_at: Date }[]>`select created_at from posts where draft_id = ${draft_id}`
      await expect.poll(out, { timeout: MINUTE_MS, interval: 5 }).toHaveLength(1)
      return (await out())[0]?.created_at.getTime() ?? Number.NaN
    }
    const expectOnTime = (out: number, time: number) => {
      expect(out).toBeGreaterThanOrEqual(time)
      expect(out).toBeLessThanOrEqual(time + MINUTE_MS)
    }

    const soon = new Date(Date.now() + 5 * SECOND_MS)
    expectOnTime(await comesOut(await schedule(soon)), soon.getTime())

    const missed = await schedule(new Date(Date.now() + HOUR_MS))
    await product.kill('the product')
    // Its time comes while nothing runs.
    const due = new Date()
    await db`update drafts set publish_at = ${due}, due_at = ${due} where id = ${missed}`
    product = await start()
    // It cannot be out before somebody starts the product.
    const started = Date.now()
    const out = await comesOut(missed)
    expect(out).toBeGreaterThanOrEqual(due.getTime())
    expect(out).toBeLessThanOrEqual(started + MINUTE_MS)

    await product.kill('the product')
    product = await start()
    // When a later one is out, every beat since the start has looked at the others too.
    await comesOut(await schedule(new Date(Date.now() + 5 * SECOND_MS)))
    expect(await db`select from posts`).toHaveLength(3)
    expect(await db`select from drafts`).toHaveLength(0)
  } finally {
    await product.stop()
    await db.end()
    await database.drop()
    await rm(data_dir, { recursive: true })
  }
}, 240_000)
