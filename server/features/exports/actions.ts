import { Readable } from 'node:stream'
import { type Export, exports } from '#contract/exports.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { isExportKey } from '#server/domain/export-link.ts'
import { readStatementToken } from '#server/domain/statement-token.ts'
import { invalid, notFound } from '#server/errors.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { signUrl, verifySignedUrl } from '#server/media/signed-urls.ts'
import { StoreUnavailable } from '#server/media/store/store.ts'
import { lockUser } from '#server/store/accounts/users.ts'
import {
  type ExportRow,
  findFreshExport,
  findReadyExport,
  insertExport,
  listExports as listStoredExports,
  type ReadyExport,
} from '#server/store/exports/exports.ts'
import { findFrozenOwner, findFrozenSubject } from '#server/store/exports/frozen-owners.ts'
import { newId } from '#server/store/ids.ts'
import { findSessionUser, type SessionViewer } from '#server/store/sessions.ts'

function presentExport(row: ExportRow): Export {
  return {
    id: row.id,
    state: row.state,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    bytes: row.bytes,
  }
}

/** Whether the file of a ready export is missing, for example after a disk was lost. One that is out of reach is not lost. */
async function isLost({ media }: Pick<Context, 'media'>, { state, file_key, bytes }: ExportRow): Promise<boolean> {
  if (state !== 'ready' || file_key === null || bytes === null) return false
  try {
    return !(await media.exports.has({ file_key, bytes }))
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

type Requesting = Pick<Context, 'db' | 'jobs' | 'log' | 'media' | 'now'>

/**
 * Returns the export of the last day, or starts a new one if there is none or its file is missing. One that was ready
 * before `since` does not count.
 */
export async function requestExport(
  ctx: Requesting,
  viewer: Pick<Viewer, 'id'>,
  since?: Date,
): Promise<{ asked: Export; is_new: boolean }> {
  const now = ctx.now()
  const { row, is_new } = await ctx.db.begin(async (db) => {
    // The row lock serialises concurrent requests: the first creates the export, and the others find it.
    await lockUser(db, viewer.id)
    const fresh = await findFreshExport(db, viewer.id, now)
    const isOutdated = since !== undefined && fresh?.state === 'ready' && fresh.requested_at < since
    if (fresh && !isOutdated && !(await isLost(ctx, fresh))) return { row: fresh, is_new: false }
    return { row: await insertExport(db, { id: newId(now), user_id: viewer.id, now }), is_new: true }
  })
  if (is_new) {
    // If the job cannot be queued, the schedule prepares the export later.
    await trySend(ctx, 'prepare_exports', {})
  }
  return { asked: presentExport(row), is_new }
}

/** The same for a frozen person, who is known by the link to the decision about them. Only a mail tells where the file is. */
export async function requestFrozenExport(ctx: Requesting & Pick<Context, 'secret'>, token: string): Promise<void> {
  const decision_id = readStatementToken(ctx.secret, token)
  const subject = decision_id && (await findFrozenSubject(ctx.db, decision_id))
  if (!subject) throw notFound()
  if (subject.frozen_at === null) throw invalid('token', 'The account is not frozen: sign in to export its data')
  // The mail about an export from before the freeze leads to a page behind the sign-in, so that one is prepared again.
  await requestExport(ctx, subject, subject.frozen_at)
}

export async function listExports(ctx: Pick<Context, 'db' | 'media' | 'now'>, viewer: Viewer): Promise<Export[]> {
  const rows = await listStoredExports(ctx.db, viewer.id, ctx.now())
  const lost = await Promise.all(rows.map((row) => isLost(ctx, row)))
  return rows.filter((_, index) => !lost[index]).map(presentExport)
}

type FileContext = Pick<Context, 'db' | 'media' | 'now' | 'secret'>

/** The path, with a ticket, where a browser can download the file without a token. It is relative to the API. */
export async function openExport(ctx: FileContext, viewer: SessionViewer, id: string): Promise<string> {
  const now = ctx.now()
  const found = await findReadyExport(ctx.db, { id, user_id: viewer.id, now })
  if (!found || !(await ctx.media.exports.has(found))) throw notFound()
  const ticket = signUrl(ctx.secret, { kind: 'export', id, session_id: viewer.session_id }, now)
  return `${exports.get_export_file.path.replace('{id}', id)}?${new URLSearchParams({ ticket })}`
}

/** The user who requests a file: by token, by a ticket while its session is valid, or by the key in a mail while frozen. */
export async function ownerOf(
  ctx: FileContext,
  id: string,
  { ticket, key, viewer }: { ticket?: string | undefined; key?: string | undefined; viewer: SessionViewer | undefined },
): Promise<string | undefined> {
  if (key !== undefined) return isExportKey(ctx.secret, id, key) ? await findFrozenOwner(ctx.db, id) : undefined
  if (ticket === undefined) return viewer?.id
  const now = ctx.now()
  const read = verifySignedUrl(ctx.secret, 'export', ticket, now)
  if (!read || read.id !== id) return undefined
  // If there is a token too, it must belong to the session of the ticket.
  if (viewer && viewer.session_id !== read.session_id) return undefined
  return await findSessionUser(ctx.db, read.session_id, now)
}

/** The same 404 if the export is unknown, somebody else's, expired, not ready, or lost. */
export async function findExportFile(
  ctx: FileContext,
  { id, user_id, is_head }: { id: string; user_id: string | undefined; is_head: boolean },
): Promise<ReadyExport & { content: Readable }> {
  const found = user_id && (await findReadyExport(ctx.db, { id, user_id, now: ctx.now() }))
  if (!found) throw notFound()
  const content = is_head ? await headOf(ctx, found) : await ctx.media.exports.open(found)
  if (!content) throw notFound()
  return { ...found, content }
}

async function headOf({ media }: FileContext, found: ReadyExport): Promise<Readable | undefined> {
  return (await media.exports.has(found)) ? Readable.from([]) : undefined
}
