import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { listPictures } from '#server/domain/list-pictures.ts'
import { ownsStore } from '#server/domain/store-owner.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { removeStaleFiles } from '#server/media/store/stale-files.ts'
import { uploadsFolder } from '#server/media/uploads.ts'
import {
  deleteKnownFiles,
  deleteUnreferencedMedia,
  findUsedStoreKeys,
  listLargePortraits,
  recordUnknownFiles,
  replaceMediaFiles,
} from '#server/store/media.ts'
import { earlier } from '#server/time.ts'

/** An upload is stored a moment before a row refers to it. */
const KEPT_UNREFERENCED_MS = HOUR_MS
/** Longer than any upload, and long enough to notice that a database was restored without its latest pictures. */
const KEPT_UNKNOWN_MS = DAY_MS

type SweepContext = Pick<Context, 'config' | 'db' | 'log' | 'media' | 'now'>

export const mediaJobs: FeatureJobs = {
  sweep_media: { schedule: '7 * * * *', run: sweepMedia },
  shrink_portraits: { schedule: '41 3 * * *', run: shrinkPortraits },
}

/** Sweep: files are deleted with their rows. This deletes what was left behind when that failed half-way. */
async function sweepMedia(ctx: SweepContext): Promise<void> {
  const unreferenced_before = earlier(ctx.now(), KEPT_UNREFERENCED_MS)
  // A folder that cannot be swept does not stop the others.
  const onFailure = (error: unknown) => ctx.log.error({ err: error }, 'a folder cannot be swept')
  await removeStaleFiles(uploadsFolder(ctx.config), unreferenced_before).catch(onFailure)
  if (!(await ownsStore(ctx))) return
  for await (const batch of deleteUnreferencedMedia(ctx.db, unreferenced_before)) {
    for (const media of batch) await ctx.media.discard(media)
  }
  await ctx.media.store.removeUnfinished(unreferenced_before).catch(onFailure)
  await removeUnknown(ctx, onFailure)
}

/** Profile pictures of earlier versions get the width for portraits too. One that cannot be read does not stop the others. */
async function shrinkPortraits({ db, log, media }: Pick<Context, 'db' | 'log' | 'media'>): Promise<void> {
  for await (const batch of listLargePortraits(db)) {
    for (const picture of batch) {
      try {
        const shrunk = await media.addPortrait(picture)
        if (shrunk) await replaceMediaFiles(db, picture, shrunk.files)
      } catch (error) {
        log.error({ err: error, media_id: picture.id }, 'a portrait could not be made smaller')
      }
    }
  }
}

/** Deletes files that no row has referred to for a day, whatever their own age. */
async function removeUnknown(
  { db, log, media, now: clock }: SweepContext,
  onUnreadable: (error: unknown) => void,
): Promise<void> {
  const now = clock()
  const before = earlier(now, KEPT_UNKNOWN_MS)
  for await (const pictures of listPictures(media.store, onUnreadable)) {
    const store_keys = [...pictures.keys()]
    const used = await findUsedStoreKeys(db, store_keys)
    const unknown = store_keys.filter((store_key) => !used.has(store_key))
    const removable = await recordUnknownFiles(db, unknown, { now, before })
    for (const key of [...removable].flatMap((store_key) => pictures.get(store_key) ?? [])) {
      // A file that cannot be deleted does not stop the others.
      await media.store.remove(key).catch((error) => log.error({ err: error, key }, 'a file cannot be swept'))
    }
  }
  await deleteKnownFiles(db, now)
}
