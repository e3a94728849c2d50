import postgres from 'postgres'
import { arrayTypes } from './array-types.ts'
import { type GuardedTransaction, guardedBegin, type PoolHealth, type Types } from './guarded-transaction.ts'

/** The pool or a transaction: anything that executes statements. */
export type Queryable = postgres.ISql<Types>

export type Tx = GuardedTransaction

/**
 * The connection pool. `reserve` and `listen` are left out on purpose: postgres.js does not recover when such a
 * connection is lost.
 */
export interface Db extends Queryable {
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Closes the pool. Running statements get at most `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>
}

export interface ConnectOptions {
  max?: number
  application_name?: string
  /** PostgreSQL settings for these connections; they override those of the role. */
  settings?: Readonly<Record<string, string>>
  /** Additional column types, in the format of postgres.js. */
  types?: Record<string, postgres.PostgresType>
}

/** Grace period: how long a pool that lost a connection may finish its statements. After that they fail. */
const RETIREMENT_MS = 2_000

const CONNECTIONS = 10

interface Pool {
  sql: postgres.Sql<Types>
  /**
   * Connections for transactions only, with a semaphore (`semaphore`) so that there are never more transactions than
   * connections. If postgres.js 3.4 sends BEGIN to a connection with a full pipeline, other code can still use that
   * connection: its writes would become part of a transaction that nobody commits.
   */
  transactions: postgres.Sql<Types>
  semaphore: Semaphore
  health: PoolHealth
}

/**
 * A connection pool that survives a restart of the database. When several connections of postgres.js 3.4 are lost at once,
 * one of them can hang forever. So after a loss the whole pool is replaced: new statements use the new pool, and the old
 * one gets a grace period to finish.
 */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const retired = new Set<Pool>()
  let ended = false
  let current = open()

  function open(): Pool {
    const health: PoolHealth = { lost: false }
    let everConnected = false
    const max = options.max ?? CONNECTIONS
    const openConnections = () =>
      postgres(url, {
        max,
        connect_timeout: 10,
        // Connections are never closed for age or idleness, so `onclose` always means a loss.
        idle_timeout: 0,
        max_lifetime: null,
        backoff: (attempts) => Math.min(0.02 * 2 ** attempts, 0.5),
        onnotice: () => {},
        connection: { application_name: options.application_name ?? 'loge', ...options.settings },
        fetch_types: false,
        types: { ...options.types, ...arrayTypes, bigint: { to: 20, from: [20], serialize: String, parse: Number } },
        onparameter: () => {
          everConnected = true
        },
        onclose: () => {
          health.lost = everConnected
          if (health.lost && current.health === health && !ended) replace()
        },
      })
    return { sql: openConnections(), transactions: openConnections(), semaphore: new Semaphore(max), health }
  }

  function replace(): void {
    const old = current
    current = open()
    retired.add(old)
    setTimeout(() => {
      retired.delete(old)
      void old.sql.end({ timeout: 0 })
      void old.transactions.end({ timeout: 0 })
    }, RETIREMENT_MS).unref()
  }

  const begin: Db['begin'] = (work) => {
    const { transactions, semaphore, health } = current
    return semaphore.run(() => guardedBegin(transactions, health, work))
  }
  const end: Db['end'] = async ({ timeout = 5 } = {}) => {
    ended = true
    // A lost connection never closes by itself, so there is nothing to wait for.
    const pools = [current, ...retired].flatMap(({ sql, transactions, health }) =>
      [sql, transactions].map((pool) => pool.end({ timeout: health.lost ? 0 : timeout })),
    )
    await Promise.all(pools)
  }

  return new Proxy(current.sql, {
    apply: (_, __, values) => Reflect.apply(current.sql, undefined, values),
    get: (_, name) => (name === 'begin' ? begin : name === 'end' ? end : Reflect.get(current.sql, name)),
  })
}

/** A semaphore: at most `at_once` tasks run at the same time; the others wait in FIFO order. */
class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(at_once: number) {
    this.#free = at_once
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
