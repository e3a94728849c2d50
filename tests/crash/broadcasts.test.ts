import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { connect, type Db } from '#server/db/connect.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { startProduct } from './product-process.ts'
import { call, signUp } from './writers.ts'

const FANS = 900
const KILLS = 3

it('Each subscriber gets what a creator writes to many once, although the product is killed again and again meanwhile', async () => {
  const database = await createTestDatabase()
  const data_dir = await mkdtemp(join(tmpdir(), 'loge-crash-'))
  const db = connect(database.url, { max: 2 })
  const start = () => startProduct(data_dir, { DATABASE_URL: database.url })
  let product = await start()
  try {
    const token = await signUp(product.url, 'amy@example.com')
    const { id: creator_id } = (await (await call(product.url, 'GET', '/user', undefined, token)).json()) as {
      id: string
    }
    await insertProfile(db, { id: creator_id, bio: '', created_at: new Date() })
    await insertFans(db, creator_id)
    const words = { audience: 'all', content: 'Good evening {name}.', client_id: randomUUID() }
    expect((await call(product.url, 'POST', '/broadcasts', words, token)).status).toBe(201)

    const got = async () => {
      const [row] = await db<{ messages: number; fans: number }[]>`
        select count(*)::int as messages, count(distinct c.fan_id)::int as fans
        from messages m join conversations c on c.id = m.conversation_id where c.creator_id = ${creator_id}`
      return row ?? { messages: 0, fans: 0 }
    }
    const killed_at: number[] = []
    while (killed_at.length < KILLS) {
      // As soon as one more batch is there, so that the kill meets the next ones.
      const before = killed_at.at(-1) ?? 0
      await expect.poll(async () => (await got()).messages, { interval: 5 }).toBeGreaterThan(before)
      await product.kill('the product')
      killed_at.push((await got()).messages)
      product = await start()
    }
    for (const count of killed_at) expect(count).toBeLessThan(FANS)
    await expect.poll(async () => await db`select from broadcasts where ended_at is null`).toHaveLength(0)
    expect(await got()).toEqual({ messages: FANS, fans: FANS })
    const [sent] = await db`select total, sent, left_out from broadcasts`
    expect(sent).toEqual({ total: FANS, sent: FANS, left_out: 0 })
  } finally {
    await product.stop()
    await db.end()
    await database.drop()
    await rm(data_dir, { recursive: true })
  }
}, 240_000)

async function insertFans(db: Db, creator_id: string): Promise<void> {
  await db`
    with made as (
      insert into users (id, email, email_key, username, password_hash, created_at)
      select gen_random_uuid(), n || '@fans.example', n || '@fans.example', 'fan-' || n, 'x', now()
      from generate_series(1, ${FANS}) n returning id
    )
    insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
    select gen_random_uuid(), id, ${creator_id}, now(), now() + interval '20 days', now() from made`
}
