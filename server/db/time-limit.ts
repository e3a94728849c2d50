import { codeOf } from '#server/error-codes.ts'
import { type Db, inTransaction, type Tx } from './connect.ts'

const QUERY_CANCELED = '57014'

/** Statement timeout: what `work` answers if none of its statements takes longer than `ms`, and undefined otherwise. */
export async function withinTime<T>(db: Db | Tx, ms: number, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
  try {
    return await inTransaction(db, async (tx) => {
      await tx`select set_config('statement_timeout', ${`${ms}ms`}, true)`
      return await work(tx)
    })
  } catch (error) {
    if (codeOf(error) === QUERY_CANCELED) return undefined
    throw error
  }
}
