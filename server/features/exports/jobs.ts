import { EXPORT_KEPT_DAYS } from '#contract/exports.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { notify } from '#server/domain/notify.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { ownsStore } from '#server/domain/store-owner.ts'
import type { FeatureJobs } from '#server/feature.ts'
import {
  type ClaimedExport,
  claimExport,
  deleteExport,
  extendExportLease,
  failExport,
  findKnownFiles,
  finishExport,
  listExpiredExports,
} from '#server/store/exports/exports.ts'
import { newId } from '#server/store/ids.ts'
import { earlier, later } from '#server/time.ts'
import { writeArchive } from './archive.ts'
import { fillArchive } from './contents.ts'
import { WORDS } from './words.ts'

/**
 * The lease of an attempt, longer than any single step takes. After it another process takes over from one that
 * crashed.
 */
const LEASE_MS = 10 * MINUTE_MS
const ATTEMPTS = 3
const KEPT_UNFINISHED_MS = HOUR_MS

type ExportContext = Pick<Context, 'config' | 'db' | 'jobs' | 'live' | 'log' | 'media' | 'now' | 'seal'>

export const exportJobs: FeatureJobs = {
  // The schedule retries, also after a restart.
  prepare_exports: { schedule: '*/5 * * * *', run: (ctx) => prepareExports(ctx) },
  sweep_exports: { schedule: '27 * * * *', run: sweepExports },
}

/** Prepares the requested exports one after the other. A failed one is retried later and does not stop the others. */
export async function prepareExports(ctx: ExportContext): Promise<void> {
  const leaseEnd = () => later(ctx.now(), LEASE_MS)
  for (;;) {
    const claimed = await claimExport(ctx.db, ctx.now(), leaseEnd())
    if (!claimed) return
    try {
      // An export that crashes the process each time is not retried for ever.
      if (claimed.attempts > ATTEMPTS) throw new Error('an export was never finished')
      await prepare(ctx, claimed)
    } catch (error) {
      ctx.log.error({ err: error, export_id: claimed.id, attempt: claimed.attempts }, 'an export could not be prepared')
      if (claimed.attempts < ATTEMPTS) continue
      await failExport(ctx.db, claimed)
      // The live event makes open pages load the list again.
      ctx.live.publish({ kind: 'notices_changed', user_ids: [claimed.user_id] })
    }
  }
}

async function prepare(ctx: ExportContext, claimed: ClaimedExport): Promise<void> {
  const { user_id, file_key } = claimed
  const asked_at = ctx.now()
  const reader = { db: ctx.db, user_id, now: asked_at, onPage: leaseRenewer(ctx, claimed) }
  const contents = { reader, media: ctx.media, seal: ctx.seal, words: WORDS[claimed.locale ?? 'en'] }
  const bytes = await ctx.media.exports.write(file_key, (output) =>
    writeArchive(output, (archive) => fillArchive(archive, contents), { mtime: asked_at }),
  )
  await finish(ctx, claimed, bytes)
}

/** Extends the lease while the export is prepared, at most once a minute (throttle). */
function leaseRenewer(ctx: ExportContext, claimed: ClaimedExport): () => Promise<void> {
  let renewed_at = ctx.now().getTime()
  return async () => {
    const now = ctx.now().getTime()
    if (now - renewed_at < MINUTE_MS) return
    renewed_at = now
    await extendExportLease(ctx.db, claimed, new Date(now + LEASE_MS))
  }
}

async function finish(ctx: ExportContext, { id, user_id, file_key }: ClaimedExport, bytes: number): Promise<void> {
  const now = ctx.now()
  const expires_at = later(now, EXPORT_KEPT_DAYS * DAY_MS)
  const isReady = await ctx.db.begin(async (db) => {
    if (!(await finishExport(db, { id, file_key, bytes, now, expires_at }))) return false
    const details = { expires_at: expires_at.toISOString(), export_id: id }
    await notify(db, [{ id: newId(now), user_id, kind: 'export_ready', details, created_at: now }])
    return true
  })
  if (isReady) return await publishNotices(ctx, [user_id])
  // The account was erased meanwhile, or the lease ended and another attempt has started.
  await ctx.media.exports.remove(file_key)
}

/** Sweep: deletes the file before its row. A row without a file is swept next time; a file without a row would stay. */
async function sweepExports(ctx: Pick<Context, 'config' | 'db' | 'log' | 'media' | 'now'>): Promise<void> {
  const now = ctx.now()
  for (const { id, file_key } of await listExpiredExports(ctx.db, now)) {
    if (file_key !== null) await ctx.media.exports.remove(file_key)
    await deleteExport(ctx.db, id)
  }
  // In the bucket of another database all files would look like those of nobody.
  if (ctx.config.s3 && !(await ownsStore(ctx))) return
  // Files of erased accounts, and of attempts that another one has replaced.
  for await (const found of ctx.media.exports.list()) {
    const known = await findKnownFiles(ctx.db, found)
    for (const file_key of found) if (!known.has(file_key)) await ctx.media.exports.remove(file_key)
  }
  await ctx.media.exports
    .removeUnfinished(earlier(now, KEPT_UNFINISHED_MS))
    .catch((error) =>
      ctx.log.warn(
        { err: error },
        'unfinished exports cannot be removed: the key of S3_* may not list or abort uploads',
      ),
    )
}
