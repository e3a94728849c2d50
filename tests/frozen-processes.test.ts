import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { setRole } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { grantSubscription } from '#server/store/subscriptions/periods.ts'
import { type Product, startProduct } from './e2e/support/product.ts'
import { insertAccount, openSession } from './support/database/account-rows.ts'
import { createTestDatabase } from './support/database/postgres.ts'
import { noisePicture } from './support/files/pictures.ts'
import { connectCable } from './support/network/cable-client.ts'
import { startRedis } from './support/processes/redis.ts'
import { PASSWORD } from './support/world.ts'

/**
 * Three real processes of the product on one database and one media store. A freeze on one of them holds on all, within two
 * seconds, and its end restores everything on all.
 */

const redis = await startRedis()
const MODES: [mode: string, env: Record<string, string>][] = [
  ['without Redis', {}],
  ...(redis ? [['with Redis', { REDIS_URL: redis.url }] as [string, Record<string, string>]] : []),
]
const FREEZE = { until: null, ground: 'terms_conduct', facts: 'Threats against a member.' }

async function setUp(env: Record<string, string>) {
  const database = await createTestDatabase()
  const first = await startProduct({ DATABASE_URL: database.url, STORY_AUTHORS: 'creator', ...env })
  const shared = { DATABASE_URL: database.url, STORY_AUTHORS: 'creator', DATA_DIR: first.data_dir, ...env }
  const products: Product[] = [first, await startProduct(shared), await startProduct(shared)]
  const db = connect(database.url)
  afterAll(async () => {
    await db.end({ timeout: 1 })
    for (const product of products.toReversed()) await product.stop()
    await database.drop()
  })

  async function person(name: string) {
    const now = new Date()
    const email = `${name}@example.com`
    const id = await insertAccount(db, { email, password: PASSWORD, now })
    return { id, email, token: await openSession(db, { user_id: id, user_agent: 'test', now }) }
  }
  const [amy, fan, admin] = [await person('amy'), await person('fan'), await person('admin')]
  await insertProfile(db, { id: amy.id, bio: 'Figs', created_at: new Date() })
  await setRole(db, admin.email, 'admin')
  await grantSubscription(db, { id: newId(new Date()), fan_id: fan.id, profile_id: amy.id, days: 30, now: new Date() })
  return { products, amy, fan, admin }
}

interface Call {
  token: string
  body?: unknown
  form?: FormData
}

async function ask({ url }: Product, method: string, path: string, { token, body, form }: Call): Promise<Response> {
  return await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  })
}

async function picture(seed: number): Promise<Blob> {
  return new Blob([new Uint8Array(await noisePicture({ width: 60, height: 80, seed }))])
}

function formOf(parts: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.append(name, value)
  return form
}

describe.each(MODES)('Three processes %s', async (mode, env) => {
  const { products, amy, fan, admin } = await setUp(env)
  const [first, second] = products as [Product, Product]

  /** Publishes two posts and a story, and starts a conversation. Returns what to ask for afterwards. */
  async function publish() {
    const paths: string[] = []
    for (const [seed, isProtected] of [false, true].entries()) {
      const form = formOf({ description: 'A post', protected: String(isProtected), file: await picture(seed) })
      paths.push((await (await ask(first, 'POST', '/posts', { ...amy, form })).json()).file)
    }
    const story = formOf({
      'story[description]': 'A story',
      'story[protected]': 'false',
      'story[media]': await picture(3),
    })
    paths.push((await (await ask(first, 'POST', '/stories', { ...amy, form: story })).json()).media_path)
    const started = await ask(first, 'POST', '/conversations', {
      ...fan,
      body: { creator_id: amy.id, content: 'Hello' },
    })
    const { id } = await started.json()
    await ask(first, 'GET', `/conversations/${id}`, amy)
    return ['/posts', '/posts/count', '/creators', '/subscriptions', '/conversations', `/conversations/${id}`, ...paths]
  }

  /** Everything that the fan gets from every process. The remaining time of stories is left out. */
  async function allAnswers(paths: string[]): Promise<string[]> {
    const answers: string[] = []
    for (const product of products) {
      for (const path of paths) {
        const response = await ask(product, 'GET', path, fan)
        const bytes = Buffer.from(await response.arrayBuffer())
        const text = path.startsWith('/media/') ? createHash('sha256').update(bytes).digest('hex') : bytes.toString()
        answers.push(`${path} ${response.status} ${text}`)
      }
    }
    return answers
  }

  it(`A freeze on one of three processes ${mode} ends sessions and sockets on all, and its end restores every list, count and byte`, async () => {
    const paths = await publish()
    const before = await allAnswers(paths)
    expect(before.filter((answer) => !answer.includes(' 200 '))).toEqual([])
    const sockets = await Promise.all(
      products.map(({ url }) => connectCable(`${url.replace('http', 'ws')}/api/cable`, amy.token)),
    )

    const frozen = await ask(first, 'POST', `/admin/users/${amy.id}/freeze`, { ...admin, body: FREEZE })
    expect(frozen.status).toBe(200)
    for (const product of products) expect((await ask(product, 'GET', '/user', amy)).status).toBe(401)
    // Two seconds are promised; a busy machine is given ten.
    for (const socket of sockets) {
      await expect.poll(() => socket.close_code, { timeout: 10_000 }).toBe(1000)
      expect(socket.news.at(-1)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
    }
    const absent = await allAnswers(paths)
    const changed = (path: string) =>
      absent.filter((answer, at) => answer.startsWith(path) && answer !== before[at]).length
    for (const path of paths) expect(changed(path), path).toBeGreaterThanOrEqual(products.length)
    expect(absent.filter((answer) => answer.startsWith('/media/') && !answer.includes(' 404 '))).toEqual([])

    expect((await ask(second, 'POST', `/admin/users/${amy.id}/unfreeze`, admin)).status).toBe(200)
    expect(await allAnswers(paths)).toEqual(before)
    for (const { url } of products) {
      const user = { email: amy.email, password: PASSWORD }
      const headers = { 'content-type': 'application/json' }
      const signed_in = await fetch(`${url}/api/users/sign_in`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ user }),
      })
      expect(signed_in.status).toBe(200)
    }
  })
})
