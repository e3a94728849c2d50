import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { EXPORT_KEPT_DAYS } from '#contract/exports.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { exportFolder, listExportFiles, makeExportFolder, removeExportFile } from '#server/media/store/export-files.ts'
import { removeStaleFiles } from '#server/media/store/stale-files.ts'
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
import { insertNotices } from '#server/store/notices.ts'
import { earlier, later } from '#server/time.ts'
import { type OpenOutput, writeArchive } from './archive.ts'
import { fillArchive } from './contents.ts'
import { WORDS } from './words.ts'

/**
 * The lease of an attempt, longer than any single step takes. After it another process takes over from one that
 * crashed.
 */
const LEASE_MS = 10 * MINUTE_MS
const ATTEMPTS = 3
const KEPT_UNFINISHED_MS = HOUR_MS

type ExportContext = Pick<Context, 'config' | 'db' | 'jobs' | 'live' | 'log' | 'media' | 'now'>

export const exportJobs: FeatureJobs = {
  // The schedule retries, also after a restart.
  prepare_exports: { schedule: '*/5 * * * *', run: (ctx) => prepareExports(ctx) },
  sweep_exports: { schedule: '27 * * * *', run: sweepExports },
}

/** Prepares the requested exports one after the other. A failed one is retried later and does not stop the others. */
export async function prepareExports(ctx: ExportContext, open?: OpenOutput): Promise<void> {
  const leaseEnd = () => later(ctx.now(), LEASE_MS)
  for (;;) {
    const claimed = await claimExport(ctx.db, ctx.now(), leaseEnd())
    if (!claimed) return
    try {
      // An export that crashes the process each time is not retried for ever.
      if (claimed.attempts > ATTEMPTS) throw new Error('an export was never finished')
      await prepare(ctx, claimed, open)
    } catch (error) {
      ctx.log.error({ err: error, export_id: claimed.id, attempt: claimed.attempts }, 'an export could not be prepared')
      if (claimed.attempts < ATTEMPTS) continue
      await failExport(ctx.db, claimed)
      // The live event makes open pages load the list again.
      ctx.live.publish({ kind: 'notices_changed', user_ids: [claimed.user_id] })
    }
  }
}

async function prepare(ctx: ExportContext, claimed: ClaimedExport, open: OpenOutput | undefined): Promise<void> {
  const { user_id, file_key } = claimed
  const folder = await makeExportFolder(ctx.config)
  const temporary = path.join(folder, `${randomUUID()}.part`)
  const asked_at = ctx.now()
  const reader = { db: ctx.db, user_id, now: asked_at, onPage: leaseRenewer(ctx, claimed) }
  const words = WORDS[claimed.locale ?? 'en']
  try {
    const fill = { reader, media: ctx.media, words }
    const bytes = await writeArchive(temporary, (archive) => fillArchive(archive, fill), { mtime: asked_at, open })
    await rename(temporary, path.join(folder, file_key))
    await finish(ctx, claimed, bytes)
  } finally {
    await rm(temporary, { force: true })
  }
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
    await insertNotices(db, [{ id: newId(now), user_id, kind: 'export_ready', details, created_at: now }])
    return true
  })
  if (isReady) return await publishNotices(ctx, [user_id])
  // The account was erased meanwhile, or the lease ended and another attempt has started.
  await removeExportFile(ctx.config, file_key)
}

/** Sweep: deletes the file before its row. A row without a file is swept next time; a file without a row would stay. */
async function sweepExports(ctx: Pick<Context, 'config' | 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  for (const { id, file_key } of await listExpiredExports(ctx.db, now)) {
    if (file_key !== null) await removeExportFile(ctx.config, file_key)
    await deleteExport(ctx.db, id)
  }
  // Files of erased accounts.
  const found = await listExportFiles(ctx.config)
  const known = await findKnownFiles(ctx.db, found)
  for (const file_key of found) if (!known.has(file_key)) await removeExportFile(ctx.config, file_key)
  await removeStaleFiles(exportFolder(ctx.config), earlier(now, KEPT_UNFINISHED_MS), '.part')
}
