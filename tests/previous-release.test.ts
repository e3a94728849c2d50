import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { call, signUp } from './crash/writers.ts'
import { type Product, startProduct } from './e2e/support/product.ts'
import { createEmptyDatabase, type TestDatabase } from './support/database/postgres.ts'
import { formBody, noisePicture } from './support/files/pictures.ts'
import { hasPreviousRelease, type PreviousRelease, takePreviousRelease } from './support/processes/previous-release.ts'
import { REPOSITORY_ROOT } from './support/repository-root.ts'

const MIGRATIONS = path.join(REPOSITORY_ROOT, 'server/db/migrations')

/** What a member can do, through any process. Fails on any answer that is not a success. */
async function send<T = unknown>(url: string, token: string, method: string, at: string, body?: unknown): Promise<T> {
  const answer = await call(url, method, at, body, token)
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`)
  return (await answer.json().catch(() => undefined)) as T
}

async function sendForm<T>(
  url: string,
  token: string,
  method: string,
  at: string,
  parts: Record<string, string | Buffer>,
): Promise<T> {
  const { payload, headers } = await formBody(parts)
  const answer = await call(url, method, at, payload, token, headers)
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

interface Member {
  id: string
  username: string
  token: string
}

async function join(url: string, name: string): Promise<Member> {
  const token = await signUp(url, `${name}-${randomUUID().slice(0, 8)}@example.com`)
  const { id, username } = await send<{ id: string; username: string }>(url, token, 'GET', '/user')
  return { id, username, token }
}

/** Everything of a first evening: each write goes to one version, and is read through the other. */
async function spendAnEvening(writes: string, reads: string, database_url: string): Promise<void> {
  const creator = await join(writes, 'creator')
  const fan = await join(writes, 'fan')
  const admin = await join(writes, 'admin')
  const db = connect(database_url, { max: 1 })
  await db`update users set role = 'admin' where id = ${admin.id}`
  await db.end()
  const picture = await noisePicture({ width: 24, height: 30, seed: 1 })
  await sendForm(writes, creator.token, 'PUT', `/profiles/${creator.id}`, { profile_pic: picture })
  const parts = { description: 'Velvet', protected: 'true', file: picture }
  const post = await sendForm<{ id: string }>(writes, creator.token, 'POST', '/posts', parts)
  const grant = { username: fan.username, creator: creator.username, days: 3 }
  await send(writes, admin.token, 'POST', '/admin/subscriptions', grant)
  expect(await send(writes, fan.token, 'POST', '/like', { post_id: post.id })).toEqual({ liked: true, likes_count: 1 })
  const { id } = await send<{ id: string }>(writes, fan.token, 'POST', '/conversations', {
    creator_id: creator.id,
    content: 'Good evening',
    client_id: randomUUID(),
  })

  const [seen] = await send<{ id: string; file: string; likes_count: number }[]>(reads, fan.token, 'GET', '/posts')
  expect(seen).toMatchObject({ id: post.id, description: 'Velvet', likes_count: 1 })
  expect((await call(reads, 'GET', seen?.file ?? '', undefined, fan.token)).status).toBe(200)
  expect(await send(reads, creator.token, 'GET', '/conversations/received')).toMatchObject([{ id }])
  expect(await send(reads, fan.token, 'GET', '/subscriptions')).toHaveLength(1)
  await send(reads, creator.token, 'POST', `/conversations/${id}/messages`, {
    content: 'To you',
    client_id: randomUUID(),
  })
  const thread = await send<unknown>(writes, fan.token, 'GET', `/conversations/${id}`)
  expect(JSON.stringify(thread)).toContain('To you')
}

describe.runIf(hasPreviousRelease())('The previous release during an upgrade (needs the git history)', () => {
  let database: TestDatabase
  let previous: PreviousRelease
  let old: Product
  let present: Product

  beforeAll(async () => {
    database = await createEmptyDatabase()
    previous = takePreviousRelease()
    old = await startProduct({ DATABASE_URL: database.url }, 'server/main.ts', previous.folder)
  })

  afterAll(async () => {
    await present?.stop()
    await old?.stop()
    previous?.remove()
    await database?.drop()
  })

  it('A process of the previous release goes on while the new version migrates and starts beside it, in both directions', async () => {
    await spendAnEvening(old.url, old.url, database.url)
    await migrate(database.url, MIGRATIONS)
    present = await startProduct({ DATABASE_URL: database.url, DATA_DIR: old.data_dir })
    await spendAnEvening(old.url, present.url, database.url)
    await spendAnEvening(present.url, old.url, database.url)
    expect(old.takeLog()).not.toContain('"level":"error"')
    expect(present.takeLog()).not.toContain('"level":"error"')
  })

  it('A process of the previous release starts on the new schema if that release knows the rule, and otherwise refuses in words', async () => {
    const start = startProduct(
      { DATABASE_URL: database.url, DATA_DIR: old.data_dir },
      'server/main.ts',
      previous.folder,
    )
    if (!previous.starts_beside_newer) {
      await expect(start).rejects.toThrow(/has migration \d{3}-[a-z-]+\.sql, which this version of Loge does not know/)
      return
    }
    const again = await start
    await spendAnEvening(again.url, present.url, database.url)
    await again.stop()
  })
})
