import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LimitsConnection } from '../../server/limits/redis-connection.ts'
import { LIMITER_SCRIPTS, redisRateLimiter } from '../../server/limits/redis-limiter.ts'
import { createLog } from '../../server/log.ts'
import type { Product } from '../../tests/e2e/support/product.ts'
import { insertAccount, openSession } from '../../tests/support/database/account-rows.ts'
import { startRedisServer } from '../../tests/support/processes/redis-server.ts'
import { type S3Server, startS3Server } from '../../tests/support/processes/s3-server.ts'
import { median, type Row } from '../row.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Scenario } from './scenario.ts'

const PROCESSES = 3
/** More than the limit of all processes together. */
const GUESSES = 45
const PASSWORD = 'a good long password'

const ROWS = {
  guesses: { what: 'wrong passwords that are checked by three processes, which all restart', bar: { at_most: 10 } },
  cost: { what: 'a decision about two counters in Redis, against one bare round trip', bar: { at_most: 4 } },
  hung: { what: 'decisions that wait while Redis hangs, of 1,000 in a row', bar: { at_most: 1 } },
  exports: { what: 'exports that another machine answers with 404, of 3', bar: { at_most: 0 } },
} satisfies Record<string, Pick<Row, 'what' | 'bar'>>

/** What the processes count together, and what each of them serves of the others. */
export const limits: Scenario = {
  name: 'limits',
  needs: ['redis-server'],
  rows: Object.values(ROWS),
  async measure() {
    const bucket = await startS3Server()
    try {
      return [await countGuesses(), ...(await timeDecisions()), await countLostExports(bucket)]
    } finally {
      await bucket.stop()
    }
  },
}

async function signIn({ url }: Product, email: string): Promise<number> {
  const { status } = await fetch(`${url}/api/users/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: { email, password: 'a wrong password' } }),
  })
  return status
}

/** Somebody guesses at all processes in turn. Then all processes are replaced by new ones, and the guessing goes on. */
async function countGuesses(): Promise<Row> {
  const cluster = await startCluster({ processes: 0, env: { RATE_LIMITS: 'on' } })
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'loge-guesses-'))
  const counts: number[] = []
  try {
    for (const _round of ['before', 'after']) {
      for (const product of cluster.products.splice(0)) await product.stop()
      for (let started = 0; started < PROCESSES; started += 1) await cluster.add({ DATA_DIR })
      let checked = 0
      for (let guess = 0; guess < GUESSES; guess += 1) {
        const product = cluster.products[guess % PROCESSES] as Product
        if ((await signIn(product, 'amy@example.com')) === 401) checked += 1
      }
      counts.push(checked)
    }
  } finally {
    await cluster.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
  const [before = 0, after = 0] = counts
  return { ...ROWS.guesses, ratio: before + after, figures: `${before} before the restart, ${after} after it` }
}

/** Alternates between the two, so that both see the same machine. */
async function timeDecisions(): Promise<Row[]> {
  const redis = await startRedisServer()
  if (!redis) throw new Error('there is no redis-server here')
  const connection = new LimitsConnection(redis.url, createLog({ log_level: 'silent' }), LIMITER_SCRIPTS)
  try {
    await connection.opened(5000)
    const limiter = redisRateLimiter(connection, { prefix: 'bench', secret: randomBytes(32) })
    const limit = { max: 1_000_000, window_ms: 60_000 }
    const decide = (user: number) =>
      limiter.take(
        ['message:user_id', 'message:ip'].map((name) => ({ key: `${name}:${user % 100}`, limit })),
        new Date(),
      )
    const times: { bare: number[]; decision: number[] } = { bare: [], decision: [] }
    for (let i = 0; i < 5000; i += 1) {
      times.bare.push(await timeOf(() => connection.ask((client) => client.ping())))
      times.decision.push(await timeOf(() => decide(i)))
    }
    const [bare, decision] = [median(times.bare), median(times.decision)]
    redis.freeze()
    const waits: number[] = []
    for (let i = 0; i < 1000; i += 1) waits.push(await timeOf(() => decide(i)))
    redis.thaw()
    const longest = Math.max(...waits)
    return [
      { ...ROWS.cost, ratio: decision / bare, figures: `${decision.toFixed(3)} / ${bare.toFixed(3)} ms` },
      { ...ROWS.hung, ratio: waits.filter((ms) => ms > 50).length, figures: `longest ${longest.toFixed(0)} ms` },
    ]
  } finally {
    connection.close()
    await redis.kill()
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Each process has a data folder of its own, as on machines of its own. One of them prepares each export. */
async function countLostExports(bucket: S3Server): Promise<Row> {
  const folders = await Promise.all(
    Array.from({ length: PROCESSES }, () => mkdtemp(path.join(tmpdir(), 'loge-export-'))),
  )
  const cluster = await startCluster({ processes: 0, env: bucket.env })
  const seen: number[] = []
  try {
    for (const DATA_DIR of folders) await cluster.add({ DATA_DIR })
    for (const [index, product] of cluster.products.entries()) {
      const now = new Date()
      const user_id = await insertAccount(cluster.db, { email: `fan${index}@example.com`, password: PASSWORD, now })
      const token = await openSession(cluster.db, { user_id, user_agent: 'bench', now })
      const headers = { authorization: token }
      const asked = await fetch(`${product.url}/api/exports`, { method: 'POST', headers })
      const { id } = (await asked.json()) as { id: string }
      await untilReady(cluster, id)
      for (const { url } of cluster.products) {
        const reply = await fetch(`${url}/api/exports/${id}/file`, { headers })
        await reply.arrayBuffer()
        seen.push(reply.status)
      }
    }
  } finally {
    await cluster.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  const lost = seen.filter((status) => status !== 200).length
  return { ...ROWS.exports, ratio: lost, figures: `${lost} of ${seen.length} downloads` }
}

async function untilReady({ db }: Cluster, id: string): Promise<void> {
  const give_up_at = Date.now() + 30_000
  while (Date.now() < give_up_at) {
    const [row] = await db`select from exports where id = ${id} and state = 'ready'`
    if (row) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('an export was not prepared within 30 seconds')
}
