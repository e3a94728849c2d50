import type { Context } from '#server/context.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { eraseHiddenObject } from '#server/store/cases/hidden.ts'
import { isHiddenOtherwise } from '#server/store/decisions/decisions.ts'
import { listFinalRemovals, lockFinalRemoval, markErased } from '#server/store/decisions/removed-objects.ts'

/** Erases what was removed, when the time to appeal is over and no appeal waits. What fails is tried again by the next run. */
export async function eraseRemoved(ctx: Pick<Context, 'db' | 'media' | 'now'>): Promise<void> {
  await tryEach(await listFinalRemovals(ctx.db, ctx.now()), (id) => eraseOne(ctx, id))
}

/** The files go after the commit. What is left of them after a crash is deleted by the sweep of unknown files. */
async function eraseOne({ db: sql, media, now }: Pick<Context, 'db' | 'media' | 'now'>, id: string): Promise<void> {
  const files = await sql.begin(async (db) => {
    const removal = await lockFinalRemoval(db, id, now())
    if (!removal) return []
    await markErased(db, id, now())
    const { kind, object_id, parts } = removal
    // A later removal of the same profile keeps what it has taken away for its own time.
    const is_kept = kind === 'profile' && (await isHiddenOtherwise(db, { kind, object_id, decision_id: id }))
    return is_kept ? [] : await eraseHiddenObject(db, { kind, object_id, parts })
  })
  for (const stored of files) await media.discard(stored)
}
