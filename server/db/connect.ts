import postgres from 'postgres'
import { guardedBegin, type PoolHealth } from './guarded-transaction.ts'
import { Turns } from './turns.ts'

/** What columns of these types become: counts and other whole numbers of eight bytes are plain numbers here. */
export type Types = { bigint: number }

/** Anything a statement can be sent to: the pool, or a transaction. */
export type Queryable = postgres.ISql<Types>

export interface Tx extends Queryable {
  /** Undoes only what `work` wrote when it fails. */
  savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** The pool. Reserved connections and listening are left out on purpose: postgres.js does not survive their loss. */
export interface Db extends Queryable {
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Finishes what is running, for at most `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>
}

export interface ConnectOptions {
  max?: number
  application_name?: string
  /** Settings of PostgreSQL for these connections, over those of their role. */
  settings?: Readonly<Record<string, string>>
  /** Further column types, in the words of postgres.js. */
  types?: Record<string, postgres.PostgresType>
}

/** How long a pool that lost a connection may go on with the statements it has; those that are stuck fail then. */
const RETIREMENT_MS = 2_000

const CONNECTIONS = 10

interface Pool {
  sql: postgres.Sql<Types>
  /**
   * Connections for transactions alone, and never more transactions than connections. A BEGIN that postgres.js 3.4 sends
   * to a connection with a full pipeline leaves it open to everybody: what others write would be part of a transaction
   * that nobody commits.
   */
  transactions: postgres.Sql<Types>
  turns: Turns
  health: PoolHealth
}

/**
 * A pool of connections that outlives the database. A connection of postgres.js 3.4 that dies together with others can
 * get stuck for good, so after a loss the whole pool is replaced: new statements go to a new one, the old one finishes.
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
        // Nothing but a loss closes a connection, so that `onclose` means one.
        idle_timeout: 0,
        max_lifetime: null,
        backoff: (attempts) => Math.min(0.02 * 2 ** attempts, 0.5),
        onnotice: () => {},
        connection: { application_name: options.application_name ?? 'loge', ...options.settings },
        types: { ...options.types, bigint: { to: 20, from: [20], serialize: String, parse: Number } },
        onparameter: () => {
          everConnected = true
        },
        onclose: () => {
          health.lost = everConnected
          if (health.lost && current.health === health && !ended) replace()
        },
      })
    return { sql: openConnections(), transactions: openConnections(), turns: new Turns(max), health }
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
    const { transactions, turns, health } = current
    return turns.take(() => guardedBegin(transactions, health, work))
  }
  const end: Db['end'] = async ({ timeout = 5 } = {}) => {
    ended = true
    // A connection that was lost never ends by itself.
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
