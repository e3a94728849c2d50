import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { fileKey, newStoreKey } from '#server/media/media.ts'
import { makeUploadsFolder, uploadsFolder } from '#server/media/uploads.ts'
import {
  type EvidencePlace,
  eraseEvidence,
  findEvidence,
  isStillUsed,
  listExpiredEvidence,
  listUnsealedFiles,
  type SealedCopy,
  sealFiles,
  type UnsealedFiles,
} from '#server/store/cases/evidence.ts'
import { isFirstReading, lockCase } from '#server/store/cases/files.ts'
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
  await tryEach(await listUnsealedFiles(ctx.db), (unsealed) => seal(ctx, unsealed))
}

async function seal(ctx: Sealing, unsealed: UnsealedFiles): Promise<void> {
  const copy = await copyLargest(ctx, unsealed)
  if (!copy) {
    ctx.log.warn({ case_id: unsealed.id }, 'the file of a reported object is not in the media store')
    if (unsealed.opened_at > earlier(ctx.now(), AWAITED_MS)) return
  }
  const isSealed = await sealFiles(ctx.db, unsealed, copy)
  if (!isSealed && copy) await ctx.media.store.remove(fileKey(copy, copy.name))
  // The author has deleted the original in the meantime. What is left after a crash here is deleted by the sweep.
  if (isSealed && !(await isStillUsed(ctx.db, unsealed.store_key))) await ctx.media.discard(unsealed)
}

/** Through a file, because a video does not fit into memory. Undefined if the store does not have it. */
async function copyLargest({ config, media }: Sealing, source: UnsealedFiles): Promise<SealedCopy | undefined> {
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

/** Erases the evidence of cases that were decided long ago. The files go first: until then the rows name them. */
export async function eraseOldEvidence({ db, media, now }: Pick<Context, 'db' | 'media' | 'now'>): Promise<void> {
  await tryEach(await listExpiredEvidence(db, now()), async ({ id, keys }) => {
    for (const key of keys) await media.store.remove(key)
    await db.begin((tx) => eraseEvidence(tx, id))
  })
}

/**
 * Audit before the first byte: if the entry cannot be stored, the file is not sent. The case is locked, so that of a
 * restricted one no third person opens the evidence at the same moment.
 */
export async function openEvidence(
  { db: sql, media, now }: Pick<Context, 'db' | 'media' | 'now'>,
  staff: Viewer,
  { id, position }: EvidencePlace,
): Promise<{ bytes: Readable; content_type: string }> {
  const { name, ...found } = await sql.begin(async (db) => {
    const locked = await lockCase(db, staff.id, id)
    const evidence = locked && (await findEvidence(db, staff.id, { id, position }))
    const name = evidence?.name ?? evidence?.files?.at(-1)?.name
    if (!evidence || name === undefined) throw notFound()
    await insertLook(db, { staff, id, subject_id: evidence.subject_id, now: now() })
    return { ...evidence, name }
  })
  // Not through the cache: evidence is read rarely, and must not stay in memory.
  const bytes = await media.store.read(fileKey(found, name))
  if (!bytes) throw notFound()
  return { bytes, content_type: found.content_type }
}

/** Whoever has taken a restricted case and reads its words is one of those who opened its evidence, and in the audit log. */
export async function recordFirstReading(
  { db: sql, now }: Pick<Context, 'db' | 'now'>,
  staff: Viewer,
  id: string,
): Promise<void> {
  if (!(await isFirstReading(sql, staff.id, id))) return
  await sql.begin(async (db) => {
    const locked = await lockCase(db, staff.id, id)
    if (!locked || !(await isFirstReading(db, staff.id, id))) return
    await insertLook(db, { staff, id, subject_id: locked.subject_id, now: now() })
  })
}

interface Look {
  staff: Viewer
  id: string
  subject_id: string | null
  now: Date
}

async function insertLook(db: Tx, { staff, id, subject_id, now }: Look): Promise<void> {
  await insertAuditEntry(db, {
    id: newId(now),
    staff_id: staff.id,
    action: 'evidence_viewed',
    user_id: subject_id ?? staff.id,
    details: { case_id: id },
    created_at: now,
  })
}
