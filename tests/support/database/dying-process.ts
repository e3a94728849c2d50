import type { Db, Tx } from '#server/db/connect.ts'

/** A database whose transactions do all their work and are then lost, as those of a process that is killed before its commit. */
export function killedBeforeCommit(db: Db, after = 0): Db {
  let committed = 0
  const { begin: beginWhole } = db
  const begin = async <T>(work: (tx: Tx) => Promise<T>) =>
    await beginWhole(async (tx) => {
      const result = await work(tx)
      committed += 1
      if (committed > after) throw new Error('killed before the commit')
      return result
    })
  return new Proxy(db, { get: (target, key) => (key === 'begin' ? begin : Reflect.get(target, key)) })
}
