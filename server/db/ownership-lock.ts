import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { folderInUse } from './owner.ts'
import { StartError } from './start-error.ts'

/** Any number will do, as long as it never changes. */
const KEY = 0x4c4f4745

/** A killed owner's lock takes a moment to go. */
const REFUSED_MS = 3_000
const UNREACHABLE_MS = 30_000

export interface OwnershipLock {
  /** Settles when the connection that holds the lock is gone, and the lock with it. */
  lost: Promise<void>
  release(): Promise<void>
}

/**
 * One process of the product owns a data folder through a lock in its database, on a connection that does nothing
 * else: it frees itself however that process ends. Waits for the server while it starts; undefined when it ended.
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
        `The database in ${dataDir} does not accept the password kept with it: bring back the file postgres/loge.password.`,
      )
    }
    if (answer === 'unreachable' && waited > UNREACHABLE_MS) {
      throw new StartError(
        `The database server that runs on ${dataDir} does not answer: end its process and start Loge again.`,
      )
    }
    await delay(20)
  }
  return undefined
}

async function tryLock(url: string): Promise<OwnershipLock | 'held' | 'locked out' | 'starting' | 'unreachable'> {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    prepare: false,
    onnotice: () => {},
    onclose: () => resolve(),
    connection: { application_name: 'loge owner' },
  })
  const release = () => sql.end({ timeout: 1 })
  try {
    const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${KEY}) as taken`
    if (row?.taken) return { lost, release }
    await release()
    return 'held'
  } catch (error) {
    await release()
    const code = error instanceof postgres.PostgresError ? error.code : ''
    if (code.startsWith('28')) return 'locked out'
    return code === '57P03' ? 'starting' : 'unreachable'
  }
}
