import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrate } from '../../server/db/migrate.ts'
import { call, signUp } from '../../tests/crash/writers.ts'
import { median, type Row } from '../row.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Scenario } from './scenario.ts'

const READER_SECONDS = 60
const REST_SECONDS = 10
const CLIENTS = 9

const DELAY = {
  what: `longest delay of a request (s) while a migration alters a table that a reader uses for ${READER_SECONDS} s`,
  bar: { at_most: 2 },
}
const FAILED = { what: 'requests that failed meanwhile', bar: { at_most: 0 } }

const MIGRATIONS = path.resolve(import.meta.dirname, '../../server/db/migrations')

/** `npm run bench:cluster -- upgrades`: an upgrade of the schema beside a long reader, with people on three processes. */
export const upgrades: Scenario = {
  name: 'upgrades',
  needs: [],
  rows: [DELAY, FAILED],
  async measure() {
    const cluster = await startCluster()
    const folder = await mkdtemp(path.join(tmpdir(), 'loge-migrations-'))
    try {
      await cp(MIGRATIONS, folder, { recursive: true })
      await writeFile(
        path.join(folder, '999-bench.sql'),
        '-- runs with: 021\nalter table posts add column bench integer;\n',
      )
      return await measureUpgrade(cluster, folder)
    } finally {
      await rm(folder, { recursive: true })
      await cluster.stop()
    }
  },
}

async function measureUpgrade({ products, db, database_url }: Cluster, folder: string): Promise<Row[]> {
  const tokens = await Promise.all(products.map(({ url }, index) => signUp(url, `reader-${index}@example.com`)))
  const seconds: number[] = []
  let failed = 0
  let isOver = false
  const asking = Array.from({ length: CLIENTS }, async (_, index) => {
    const at = index % products.length
    while (!isOver) {
      const begun = performance.now()
      const status = await ask(products[at]?.url ?? '', tokens[at] ?? '')
      seconds.push((performance.now() - begun) / 1000)
      if (status !== 200) failed += 1
      await wait(100)
    }
  })
  await wait(REST_SECONDS * 1000)
  const usual = median(seconds)
  const slowest_at_rest = Math.max(...seconds.splice(0))
  const reading = Promise.withResolvers<void>()
  const reader = db.begin(async (tx) => {
    await tx`select from posts`
    reading.resolve()
    await wait(READER_SECONDS * 1000)
  })
  await reading.promise
  let waits = 0
  const begun = performance.now()
  await migrate(database_url, folder, { log: () => (waits += 1) })
  const took = (performance.now() - begun) / 1000
  await reader
  isOver = true
  await Promise.all(asking)
  const slowest = Math.max(...seconds)
  const figures = [
    `slowest ${slowest.toFixed(2)} s (at rest: median ${usual.toFixed(2)}, slowest ${slowest_at_rest.toFixed(2)})`,
    `${waits} attempts gave way, applied after ${took.toFixed(1)} s`,
  ]
  return [
    { ...DELAY, ratio: slowest - usual, figures: figures.join('; ') },
    { ...FAILED, ratio: failed, figures: `of ${seconds.length}` },
  ]
}

async function ask(url: string, token: string): Promise<number> {
  const answer = await call(url, 'GET', '/posts', undefined, token)
  await answer.arrayBuffer()
  return answer.status
}
