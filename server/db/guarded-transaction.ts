import { setImmediate } from 'node:timers/promises'
import type postgres from 'postgres'

/** Custom column types: `bigint` (counts, for example) becomes a plain number. */
export type Types = { bigint: number }

export interface GuardedTransaction extends postgres.ISql<Types> {
  /** Runs `work` in a savepoint: if it fails, only its own writes are rolled back. */
  savepoint<T>(work: (tx: GuardedTransaction) => Promise<T>): Promise<T>
}

/** Whether a pool has lost a connection. The flag is set before any waiting code is resumed. */
export interface PoolHealth {
  lost: boolean
}

const NEVER = new Promise<never>(() => {})

/**
 * Runs a transaction that is safe when its connection is lost. postgres.js 3.4 would send its own `rollback` or `commit` to
 * the dead connection, which crashes the process, or to the replacement, outside of any transaction. So nothing more
 * is sent after a loss: `begin` has already rejected, and the code that waits here is never resumed.
 */
export async function guardedBegin<T>(
  pool: postgres.Sql<Types>,
  health: PoolHealth,
  work: (tx: GuardedTransaction) => Promise<T>,
): Promise<T> {
  let open = true

  async function guard<R>(
    sql: postgres.TransactionSql<Types>,
    run: (tx: GuardedTransaction) => Promise<R>,
  ): Promise<{ value: R }> {
    try {
      const value = await run(guardTx(sql))
      await waitForLoss()
      return { value }
    } catch (error) {
      await waitForLoss()
      throw error
    }
  }

  /** The pool lost a connection, maybe this one. After one event-loop turn `open` says whether `begin` has rejected. */
  async function waitForLoss(): Promise<void> {
    if (!health.lost) return
    await setImmediate()
    if (!open) await NEVER
  }

  function guardTx(sql: postgres.TransactionSql<Types>): GuardedTransaction {
    const savepoint: GuardedTransaction['savepoint'] = async (run) =>
      (await sql.savepoint((inner) => guard(inner, run))).value
    return new Proxy(sql, {
      apply: (_, __, values) => Reflect.apply(stillOpen(sql), undefined, values),
      get: (_, name) => (name === 'savepoint' ? savepoint : Reflect.get(stillOpen(sql), name)),
    })
  }

  function stillOpen(sql: postgres.TransactionSql<Types>) {
    if (health.lost) throw new Error('The connection to the database was lost.')
    return sql
  }

  try {
    return (await pool.begin((sql) => guard(sql, work))).value
  } finally {
    open = false
  }
}
