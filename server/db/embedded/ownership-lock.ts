import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseError } from '#server/db/database-errors.ts'
import { StartError } from '#server/db/start-error.ts'
import { folderInUse } from './owner.ts'

/** The key of the advisory lock: an arbitrary number that must never change. */
const KEY = 0x4c4f4745

/** The lock of a killed owner is released after a moment, so a refusal is retried for this long. */
const REFUSED_MS = 3_000
const UNREACHABLE_MS = 30_000

export interface OwnershipLock {
  /** Resolves when the connection that holds the lock is lost, and with it the lock. */
  lost: Promise<void>
  release(): Promise<void>
}

/**
 * Takes a session-level advisory lock: the process that holds it owns the data folder. The lock has its own connection, so
 * PostgreSQL releases it however the process ends. Waits while the database server starts; undefined if the server ended.
 */
export async function takeOwnership(
  url: string,
  dataDir: string,
  lives: () => Promise<boolean>,
): Promise<OwnershipLock | undefined> {
  let previous: string | undefined
  let since = Date.now()
  while (await lives()) {
    const answer = await tryLock(url)
    if (typeof answer !== 'string') return answer
    if (answer !== previous) since = Date.now()
    previous = answer
    const waited = Date.now() - since
    if (answer === 'held' && waited > REFUSED_MS) throw folderInUse(dataDir)
    if (answer === 'locked out' && waited > REFUSED_MS) {
      throw new StartError(
        `The database in ${dataDir} does not accept the stored password: restore the file postgres/loge.password in that folder.`,
      )
    }
    if (answer === 'unreachable' && waited > UNREACHABLE_MS) {
      throw new StartError(
        `The database server that is running on ${dataDir} does not answer: end its process and start Loge again.`,
      )
    }
    await delay(20)
  }
  return undefined
}

async function tryLock(url: string): Promise<OwnershipLock | 'held' | 'locked out' | 'starting' | 'unreachable'> {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  const client = new pg.Client({
    connectionString: url,
    application_name: 'loge owner',
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  })
  client.on('error', () => {}).on('end', () => resolve())
  const release = () => client.end()
  try {
    await client.connect()
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${KEY}) as taken`)
    if (rows[0]?.taken) return { lost, release }
    await release()
    return 'held'
  } catch (error) {
    await release()
    const code = isDatabaseError(error) ? error.code : ''
    if (code.startsWith('28')) return 'locked out'
    return code === '57P03' ? 'starting' : 'unreachable'
  }
}
