import path from 'node:path'
import type { Context } from '#server/context.ts'
import { removeStaleFiles } from '#server/media/stale-files.ts'
import { deleteUnreferencedMedia, findUsedStoreKeys } from '#server/store/media.ts'

const HOUR_MS = 60 * 60 * 1000
/** What is being uploaded lies there for a moment before anything refers to it. */
const KEPT_UNREFERENCED_MS = HOUR_MS
/** Longer than any upload, and long enough to notice that the product runs with the wrong database. */
const KEPT_UNKNOWN_MS = 24 * HOUR_MS
const BATCH = 500

export function handleMediaJobs(ctx: Context): void {
  ctx.jobs.handle('sweep_media', () => sweepMedia(ctx))
}

/** Bytes go when what they belong to goes. This takes away what was left behind when that failed half-way. */
async function sweepMedia(ctx: Pick<Context, 'config' | 'db' | 'media' | 'now'>): Promise<void> {
  const now = ctx.now().getTime()
  const unreferenced_before = new Date(now - KEPT_UNREFERENCED_MS)
  for (const media of await deleteUnreferencedMedia(ctx.db, unreferenced_before)) await ctx.media.discard(media)
  await ctx.media.store.removeUnfinished(unreferenced_before)
  await removeStaleFiles(path.join(ctx.config.data_dir, 'uploads'), unreferenced_before)

  let batch: string[] = []
  for await (const { key, written_at } of ctx.media.store.list()) {
    if (written_at.getTime() < now - KEPT_UNKNOWN_MS) batch.push(key)
    if (batch.length < BATCH) continue
    await removeUnknown(ctx, batch)
    batch = []
  }
  await removeUnknown(ctx, batch)
}

async function removeUnknown(ctx: Pick<Context, 'db' | 'media'>, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const used = await findUsedStoreKeys(ctx.db, [...new Set(keys.map(path.posix.dirname))])
  for (const key of keys) {
    if (!used.has(path.posix.dirname(key))) await ctx.media.store.remove(key)
  }
}
