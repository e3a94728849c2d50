import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { fileKey, newStoreKey } from '#server/media/media.ts'
import { makeUploadsFolder, uploadsFolder } from '#server/media/uploads.ts'
import {
  eraseEvidence,
  findEvidence,
  isStillUsed,
  listExpiredEvidence,
  listUnsealedCases,
  type SealedCopy,
  sealCase,
  type UnsealedCase,
} from '#server/store/cases/evidence.ts'
import { newId } from '#server/store/ids.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { earlier } from '#server/time.ts'

type Sealing = Pick<Context, 'config' | 'db' | 'log' | 'media' | 'now'>

/** A file that is not found may come back, for example with a disk that was not mounted. */
const AWAITED_MS = DAY_MS

/**
 * Copies the files of reported objects under keys of their own. Until then the originals are held, also if their author
 * deletes them. What fails is tried again by the next run.
 */
export async function sealEvidence(ctx: Sealing): Promise<void> {
  await tryEach(await listUnsealedCases(ctx.db), (unsealed) => seal(ctx, unsealed))
}

async function seal(ctx: Sealing, unsealed: UnsealedCase): Promise<void> {
  const copy = await copyLargest(ctx, unsealed)
  if (!copy) {
    ctx.log.warn({ case_id: unsealed.id }, 'the file of a reported object is not in the media store')
    if (unsealed.opened_at > earlier(ctx.now(), AWAITED_MS)) return
  }
  const isSealed = await sealCase(ctx.db, unsealed.id, copy)
  if (!isSealed && copy) await ctx.media.store.remove(fileKey(copy, copy.name))
  // The author has deleted the original in the meantime. What is left after a crash here is deleted by the sweep.
  if (isSealed && !(await isStillUsed(ctx.db, unsealed.store_key))) await ctx.media.discard(unsealed)
}

/** Through a file, because a video does not fit into memory. Undefined if the store does not have it. */
async function copyLargest({ config, media }: Sealing, source: UnsealedCase): Promise<SealedCopy | undefined> {
  // The files are sorted by their width.
  const name = source.files.at(-1)?.name
  const bytes = name === undefined ? undefined : await media.store.read(fileKey(source, name))
  if (name === undefined || !bytes) return undefined
  const store_key = newStoreKey()
  const temporary = path.join(uploadsFolder(config), randomUUID())
  await makeUploadsFolder(config)
  try {
    await pipeline(bytes, createWriteStream(temporary, { mode: 0o600 }))
    const { size } = await stat(temporary)
    await media.store.putFile(fileKey({ store_key }, name), temporary, source.content_type)
    return { store_key, name, bytes: size }
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Erases the evidence of cases that were decided long ago. The file goes first: until then the row names it. */
export async function eraseOldEvidence({ db, media, now }: Pick<Context, 'db' | 'media' | 'now'>): Promise<void> {
  await tryEach(await listExpiredEvidence(db, now()), async ({ id, key }) => {
    if (key !== null) await media.store.remove(key)
    await db.begin((tx) => eraseEvidence(tx, id))
  })
}

/** Audit before the first byte: if the entry cannot be stored, the file is not sent. */
export async function openEvidence(
  { db, media, now }: Pick<Context, 'db' | 'media' | 'now'>,
  staff: Viewer,
  id: string,
): Promise<{ bytes: Readable; content_type: string }> {
  const found = await findEvidence(db, staff.id, id)
  const name = found?.name ?? found?.files?.at(-1)?.name
  if (!found || name === undefined) throw notFound()
  await insertAuditEntry(db, {
    id: newId(now()),
    staff_id: staff.id,
    action: 'evidence_viewed',
    user_id: found.subject_id,
    details: { case_id: id },
    created_at: now(),
  })
  // Not through the cache: evidence is read rarely, and must not stay in memory.
  const bytes = await media.store.read(fileKey(found, name))
  if (!bytes) throw notFound()
  return { bytes, content_type: found.content_type }
}
