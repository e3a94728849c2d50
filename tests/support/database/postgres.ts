import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FEATURES } from '#server/app.ts'
import type { Context } from '#server/context.ts'
import { connect } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { handleJobs } from '#server/feature.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { REPOSITORY_ROOT } from '#tests/support/repository-root.ts'

/** The environment variable with the URL of the PostgreSQL of this test run. */
const ADDRESS = 'LOGE_TEST_DATABASE'
const TEMPLATE = 'loge_template'
const MIGRATIONS = path.join(REPOSITORY_ROOT, 'server/db/migrations')

/** A file system in memory (Linux), and how much room a test run needs there. */
const MEMORY = '/dev/shm'
const MEMORY_BYTES = 2 * 1024 ** 3

/** Settings without durability, for test data. */
export const FAST_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Starts one PostgreSQL for a test run, with a template database of which each test file gets a copy. */
export async function startTestPostgres(): Promise<{ stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join((await hasMemory()) ? MEMORY : tmpdir(), 'loge-test-postgres-'))
  startWatchdog(dataDir)
  const settings = { ...FAST_SETTINGS, max_connections: '200' }
  const postgres = await startEmbedded({ dataDir, log: () => {}, settings })
  process.env[ADDRESS] = postgres.url
  await asAdmin(`create database ${TEMPLATE}`)
  await prepareDatabase(databaseUrl(TEMPLATE))
  return {
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A test database is a copy of nine hundred files, which takes a fraction of the time in memory. */
async function hasMemory(): Promise<boolean> {
  const found = await statfs(MEMORY).catch(() => undefined)
  return found !== undefined && found.bavail * found.bsize >= MEMORY_BYTES
}

/** Creates the tables of the product and of its jobs. */
export async function prepareDatabase(url: string): Promise<void> {
  await migrate(url, MIGRATIONS)
  const jobs = await createJobs(url, createLog({ log_level: 'silent' }))
  for (const feature of FEATURES) await handleJobs({ jobs } as Context, feature)
  await jobs.stop()
}

/** Starts a watchdog: when this process ends in any way, the pipe to the watchdog closes, and it stops the server. */
function startWatchdog(dataDir: string): void {
  const script = `cat
    kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")"
    until rm -rf "$1"; do :; done`
  const helper = spawn('sh', ['-c', script, 'sh', dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  helper.unref()
  // The pipe is a socket, which must not keep this process alive.
  if ('unref' in helper.stdin && typeof helper.stdin.unref === 'function') helper.stdin.unref()
}

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A new database with all tables. PostgreSQL waits if another connection uses the template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await createDatabase(TEMPLATE)
}

/** A new database without tables. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await createDatabase('template0')
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copies the files instead of every block through the log, which takes a third of the time.
  await asAdmin(`create database ${name} template ${template} strategy file_copy`)
  return { url: databaseUrl(name), drop: () => asAdmin(`drop database ${name} with (force)`) }
}

function databaseUrl(name: string): string {
  const address = process.env[ADDRESS]
  if (address === undefined) throw new Error('No PostgreSQL was started for this test run')
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin(statement: string): Promise<void> {
  const db = connect(databaseUrl('postgres'), { max: 1 })
  try {
    await db.unsafe(statement)
  } finally {
    await db.end()
  }
}
