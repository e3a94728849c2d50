import { setImmediate } from 'node:timers/promises'
import type postgres from 'postgres'
import type { Tx, Types } from './connect.ts'

/** Whether a pool has lost a connection; it says so before any waiting code learns of it. */
export interface PoolHealth {
  lost: boolean
}

const NEVER = new Promise<never>(() => {})

/**
 * A transaction that ends well when its connection dies. postgres.js 3.4 would send its own `rollback` or `commit` to
 * the dead connection, which ends the process, or to the one that replaced it, outside of any transaction. So once the
 * connection is gone nothing more is sent: `begin` has rejected by then, and what waits here is never continued.
 */
export async function guardedBegin<T>(
  pool: postgres.Sql<Types>,
  health: PoolHealth,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let open = true

  async function guard<R>(sql: postgres.TransactionSql<Types>, run: (tx: Tx) => Promise<R>): Promise<{ value: R }> {
    try {
      const value = await run(guardTx(sql))
      await waitForLoss()
      return { value }
    } catch (error) {
      await waitForLoss()
      throw error
    }
  }

  /** Of a pool that lost connections this may be one: by the next turn of the event loop `open` tells. */
  async function waitForLoss(): Promise<void> {
    if (!health.lost) return
    await setImmediate()
    if (!open) await NEVER
  }

  function guardTx(sql: postgres.TransactionSql<Types>): Tx {
    const savepoint: Tx['savepoint'] = async (run) => (await sql.savepoint((inner) => guard(inner, run))).value
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
