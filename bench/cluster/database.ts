import { spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { connect, type Db } from '../../server/db/connect.ts'
import { People } from '../../tests/e2e/support/people.ts'
import { type Product, startProduct } from '../../tests/e2e/support/product.ts'
import { createTestDatabase } from '../../tests/support/database/postgres.ts'
import { startPrimaryAndStandby } from '../../tests/support/processes/standby.ts'
import { notRun, type Row, table } from '../row.ts'
import { startPgBouncer } from './pgbouncer.ts'
import type { Scenario } from './scenario.ts'

const ROWS = {
  lives: {
    what: 'processes that live after PgBouncer could not log in for 3 s under load, of 9',
    bar: { at_least: 9 },
  },
  pooler_errors: { what: 'failed requests other than 503 while PgBouncer could not log in', bar: { at_most: 0 } },
  old_pooler: { what: 'seconds until an old PgBouncer in transaction mode is refused in words', bar: { at_most: 15 } },
  terminated: { what: 'failed requests when one connection is terminated under load', bar: { at_most: 1 } },
  connections: { what: 'connections of one process to PostgreSQL under load', bar: { at_most: 22 } },
  first_success: {
    what: 'seconds from the switch to a promoted standby until the first success',
    bar: { at_most: 15 },
  },
  longest: { what: 'seconds of the longest request while the primary hung', bar: { at_most: 20 } },
  hung_errors: { what: 'failed requests other than 503 while the primary hung', bar: { at_most: 0 } },
  standby: { what: 'writes not answered with 503 while the address leads to a standby, of 50', bar: { at_most: 0 } },
} as const satisfies Record<string, Pick<Row, 'what' | 'bar'>>

/** What people noticed during a load. */
interface Noticed {
  requests: number
  /** How many answers had each status; 0 is a closed connection. */
  statuses: Map<number, number>
  longest_ms: number
  /** When each success arrived. */
  successes: number[]
}

interface Load {
  stop(): Promise<Noticed>
}

const failed = ({ statuses }: Noticed, except: number[] = []) =>
  [...statuses].reduce(
    (sum, [status, count]) => ((status < 400 && status > 0) || except.includes(status) ? sum : sum + count),
    0,
  )
const spoken = ({ statuses }: Noticed) => [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')

/** Many people who read the feed and like posts, until `stop`. */
function load(products: readonly Product[], { tokens, posts }: Crowd): Load {
  const noticed: Noticed = { requests: 0, statuses: new Map(), longest_ms: 0, successes: [] }
  let isOver = false
  async function visit(token: string, number: number): Promise<void> {
    for (let turn = number; !isOver; turn += 1) {
      const { url = '' } = products[turn % products.length] ?? {}
      const headers = { authorization: token, 'content-type': 'application/json' }
      const like = { method: 'POST', headers, body: JSON.stringify({ post_id: posts[turn % posts.length] }) }
      const since = Date.now()
      const [path, request] = turn % 3 === 0 ? ['/api/posts', { headers }] : ['/api/like', like]
      const status = await fetch(url + path, request).then(
        (answer) => answer.arrayBuffer().then(() => answer.status),
        () => 0,
      )
      noticed.requests += 1
      noticed.statuses.set(status, (noticed.statuses.get(status) ?? 0) + 1)
      noticed.longest_ms = Math.max(noticed.longest_ms, Date.now() - since)
      if (status === 200) noticed.successes.push(Date.now())
      // A refused connection answers at once: people do not ask a hundred times a second.
      if (status !== 200) await delay(50)
    }
  }
  const visits = tokens.map(visit)
  return {
    async stop() {
      isOver = true
      await Promise.all(visits)
      return noticed
    },
  }
}

interface Crowd {
  tokens: string[]
  posts: string[]
}

async function crowd(product: Product, db: Db, size = 50): Promise<Crowd> {
  const people = new People(product, db)
  const creator = await people.creator()
  const posts: string[] = []
  for (let seed = 1; seed <= 10; seed += 1) posts.push((await people.post(creator, { seed })).id)
  const tokens: string[] = []
  for (let count = 0; count < size; count += 1) tokens.push(await people.signIn(await people.signUp()))
  return { tokens, posts }
}

async function startProducts(count: number, database_url: string): Promise<Product[]> {
  const products: Product[] = []
  for (let started = 0; started < count; started += 1) {
    const shared = products[0] && { DATA_DIR: products[0].data_dir }
    products.push(await startProduct({ DATABASE_URL: database_url, ...shared }))
  }
  return products
}

async function stopProducts(products: readonly Product[]): Promise<void> {
  for (const product of products.toReversed()) await product.stop().catch(() => {})
}

const isAlive = ({ pid }: Product) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A PgBouncer that this machine has: PGBOUNCER, or one of the usual names, by its version. */
function findPgBouncer(isWanted: (version: number) => boolean): string | undefined {
  return [process.env.PGBOUNCER || 'pgbouncer', 'pgbouncer', 'pgbouncer-1.24'].find((program) => {
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
    const [, major, minor] = stdout?.match(/PgBouncer (\d+)\.(\d+)/) ?? []
    return major !== undefined && isWanted(Number(major) * 100 + Number(minor))
  })
}

/** The first version that keeps prepared statements apart in transaction mode. */
const KNOWS_STATEMENTS = 121

async function lockedOutPooler(): Promise<Row[]> {
  const program = findPgBouncer((version) => version >= KNOWS_STATEMENTS)
  if (!program) return [ROWS.lives, ROWS.pooler_errors].map((row) => notRun(row, 'this machine has no PgBouncer 1.21'))
  const database = await createTestDatabase()
  const admin = connect(database.url, { max: 2 })
  const url = new URL(database.url)
  url.username = 'pooled'
  url.password = 'pooled'
  await admin.unsafe(`create role pooled superuser login password 'pooled'`)
  const pooler = await startPgBouncer(program, url.href)
  let lives = 0
  const everything: string[] = []
  let wrong = 0
  try {
    for (let round = 0; round < 3; round += 1) {
      const products = await startProducts(3, pooler.url)
      const people = await crowd(products[0] as Product, admin)
      const busy = load(products, people)
      await delay(1000)
      await admin.unsafe('alter role pooled nologin')
      await admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'pooled'`
      await delay(3000)
      await admin.unsafe('alter role pooled login')
      await delay(2000)
      const noticed = await busy.stop()
      lives += products.filter(isAlive).length
      wrong += failed(noticed, [503])
      everything.push(spoken(noticed))
      await stopProducts(products)
    }
  } finally {
    await pooler.stop()
    await admin.unsafe('drop owned by pooled; drop role pooled')
    await admin.end()
    await database.drop()
  }
  return [
    { ...ROWS.lives, ratio: lives, figures: everything.join('; ') },
    { ...ROWS.pooler_errors, ratio: wrong, figures: everything.join('; ') },
  ]
}

async function oldPooler(): Promise<Row[]> {
  const program = findPgBouncer((version) => version < KNOWS_STATEMENTS)
  if (!program) return [notRun(ROWS.old_pooler, 'this machine has no PgBouncer before 1.21')]
  const database = await createTestDatabase()
  const pooler = await startPgBouncer(program, database.url)
  const seconds: number[] = []
  let words = ''
  try {
    // The second start meets the prepared statements that the first one has left in the connections of the pooler.
    for (const _start of ['first', 'second']) {
      const since = Date.now()
      const problem = await startProduct({ DATABASE_URL: pooler.url }).then(
        (product) => product.stop().then(() => undefined),
        (error: unknown) => error,
      )
      words = problem instanceof Error ? problem.message.replaceAll(/\s+/g, ' ').slice(0, 300) : 'it started'
      seconds.push(words.includes('prepared statements') ? (Date.now() - since) / 1000 : Number.POSITIVE_INFINITY)
    }
    return [{ ...ROWS.old_pooler, ratio: Math.max(...seconds), figures: words }]
  } finally {
    await pooler.stop()
    await database.drop()
  }
}

async function oneLostConnection(): Promise<Row[]> {
  const database = await createTestDatabase()
  const admin = connect(database.url, { max: 2, application_name: 'scenario' })
  const products = await startProducts(1, database.url)
  try {
    const busy = load(products, await crowd(products[0] as Product, admin))
    await delay(2000)
    const [open] = await admin<{ count: number }[]>`
      select count(*) from pg_stat_activity where datname = current_database() and application_name <> 'scenario'`
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'loge' and state <> 'idle' limit 1`
    await delay(3000)
    const noticed = await busy.stop()
    return [
      { ...ROWS.terminated, ratio: failed(noticed), figures: spoken(noticed) },
      { ...ROWS.connections, ratio: open?.count ?? 0, figures: '50 people at once' },
    ]
  } finally {
    await stopProducts(products)
    await admin.end()
    await database.drop()
  }
}

async function hungPrimary(): Promise<Row[]> {
  const servers = await startPrimaryAndStandby()
  const products = await startProducts(1, servers.url)
  const admin = connect(servers.primary_url, { max: 2, application_name: 'scenario' })
  try {
    const busy = load(products, await crowd(products[0] as Product, admin))
    await delay(2000)
    servers.freezePrimary()
    await delay(3000)
    await servers.promote()
    const switched_at = Date.now()
    servers.pointTo(servers.standby_url)
    await delay(30_000)
    const noticed = await busy.stop()
    const first = noticed.successes.find((at) => at > switched_at)
    const seconds = first === undefined ? Number.POSITIVE_INFINITY : (first - switched_at) / 1000
    return [
      { ...ROWS.first_success, ratio: seconds, figures: spoken(noticed) },
      { ...ROWS.longest, ratio: noticed.longest_ms / 1000, figures: `${noticed.requests} requests` },
      { ...ROWS.hung_errors, ratio: failed(noticed, [503]), figures: spoken(noticed) },
    ]
  } finally {
    servers.thawPrimary()
    await stopProducts(products)
    await admin.end({ timeout: 1 })
    await servers.stop()
  }
}

async function standbyBehindAddress(): Promise<Row[]> {
  const servers = await startPrimaryAndStandby()
  const products = await startProducts(1, servers.url)
  const admin = connect(servers.primary_url, { max: 2, application_name: 'scenario' })
  try {
    const { tokens, posts } = await crowd(products[0] as Product, admin, 1)
    await servers.catchUp()
    servers.pointTo(servers.standby_url)
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'loge%'`
    const statuses = new Map<number, number>()
    const headers = { authorization: tokens[0] ?? '', 'content-type': 'application/json' }
    for (let count = 0; count < 50; count += 1) {
      const body = JSON.stringify({ post_id: posts[count % posts.length] })
      const { status } = await fetch(`${products[0]?.url}/api/like`, { method: 'POST', headers, body })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    const noticed: Noticed = { requests: 50, statuses, longest_ms: 0, successes: [] }
    return [{ ...ROWS.standby, ratio: 50 - (statuses.get(503) ?? 0), figures: spoken(noticed) }]
  } finally {
    await stopProducts(products)
    await admin.end({ timeout: 1 })
    await servers.stop()
  }
}

/** Takes the database away in every way that was seen to hurt. */
export const database: Scenario = {
  name: 'database',
  needs: [],
  rows: Object.values(ROWS),
  async measure() {
    const rows: Row[] = []
    for (const part of [lockedOutPooler, oldPooler, oneLostConnection, hungPrimary, standbyBehindAddress]) {
      const own = await part()
      // A part takes up to a minute, so each is printed when it is done.
      console.error(table(own))
      rows.push(...own)
    }
    return rows
  },
}
