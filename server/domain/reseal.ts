import type { Db } from '#server/db/connect.ts'
import { type Seal, SealBroken } from '#server/seal.ts'
import { listOldRows, lockOldRow, replaceSealed, SEALED_KINDS, type SealedKind } from '#server/store/sealed-rows.ts'

export interface Resealed {
  /** How many were sealed with the present key. */
  sealed: number
  /** How many no known key opens. They are left as they are. */
  unreadable: number
}

/**
 * Seals everything that an earlier key has sealed with the present one. Each row is locked for itself, so people can write
 * meanwhile; what was interrupted is continued by the next call. When it returns no unreadable rows, the earlier key is not
 * needed any more.
 */
export async function resealAll(ctx: { db: Db; seal: Seal }): Promise<Resealed> {
  const total: Resealed = { sealed: 0, unreadable: 0 }
  for (const kind of SEALED_KINDS) {
    let after: string | undefined
    for (;;) {
      const ids = await listOldRows(ctx.db, kind, { key_id: ctx.seal.key_id, after })
      for (const id of ids) {
        const outcome = await resealOne(ctx, kind, id)
        if (outcome) total[outcome] += 1
      }
      after = ids.at(-1)
      if (after === undefined) break
    }
  }
  return total
}

async function resealOne({ db: sql, seal }: { db: Db; seal: Seal }, kind: SealedKind, id: string) {
  return await sql.begin(async (db): Promise<keyof Resealed | undefined> => {
    const row = await lockOldRow(db, kind, { id, key_id: seal.key_id })
    if (!row) return undefined
    const place = { owner: row.owner, purpose: kind.purpose }
    try {
      await replaceSealed(db, kind, id, seal.seal(seal.open(row, place), place))
      return 'sealed'
    } catch (error) {
      if (error instanceof SealBroken) return 'unreadable'
      throw error
    }
  })
}
