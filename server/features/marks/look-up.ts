import type { LeakLookup } from '#contract/marks.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { isWithinRate, limitRate } from '#server/limits/rate-limits.ts'
import { NAMED_FROM } from '#server/media/marks/find-viewer.ts'
import { fileKey, mediaPath } from '#server/media/media.ts'
import type { UploadedFile } from '#server/media/uploads.ts'
import { newId } from '#server/store/ids.ts'
import {
  findLeakedPicture,
  insertLeakLookup,
  type LeakedPicture,
  listMarkedPictures,
  listNames,
  listServedTo,
  type MarkedPicture,
  type ServedTo,
} from '#server/store/marks.ts'
import { findProfileId } from '#server/store/profiles.ts'
import { insertAuditEntry, insertOwnAuditEntry } from '#server/store/staff/audit.ts'
import { findPeriodKind } from '#server/store/subscriptions/period-kinds.ts'

type Asking = Pick<Context, 'db' | 'media' | 'now'>

/**
 * With how many pictures a copy is compared: each costs some milliseconds. Those shown last come first; to go further back, staff
 * name the creator.
 */
const COMPARED_MAX = 4000
/** Among how many viewers of a picture the mark is looked for, those who saw it last first. */
const VIEWERS_MAX = 20_000

/** Whose view of one of their own pictures a copy is, for a creator. */
export async function lookUpOwn(ctx: Asking, creator: Viewer, copy: UploadedFile | undefined): Promise<LeakLookup> {
  return (await lookUp(ctx, creator, { copy, owner_id: creator.id, is_staff: false })).answer
}

interface AskedByStaff {
  fields: { username?: string }
  files: Record<string, UploadedFile | undefined>
}

/**
 * The same for staff, among the pictures of all creators or of one. It is in the audit log before the answer is sent, also if
 * it is refused. The limit is counted before anything of the copy is read.
 */
export async function lookUpForStaff(
  ctx: Asking & Pick<Context, 'config' | 'limiter'>,
  staff: Viewer,
  { ip, readForm }: { ip: string; readForm: () => Promise<AskedByStaff> },
): Promise<LeakLookup> {
  try {
    await limitRate(ctx, 'leak_lookup', { user_id: staff.id, ip })
    const { fields, files } = await readForm()
    return await lookUpAny(ctx, staff, { ...fields, file: files.file })
  } catch (error) {
    const reason = error instanceof AppError ? error.code : 'failed'
    const details = { outcome: 'refused', reason }
    // Somebody who goes on asking after too many look-ups does not fill the log.
    if (await isWithinRate(ctx, 'leak_refusal', { user_id: staff.id }))
      await insertOwnAuditEntry(ctx.db, staff.id, { action: 'leak_looked_up', details, created_at: ctx.now() })
    throw error
  }
}

async function lookUpAny(
  ctx: Asking,
  staff: Viewer,
  { username, file }: { username?: string; file: UploadedFile | undefined },
): Promise<LeakLookup> {
  const owner_id = username ? await findProfileId(ctx.db, staff.id, username) : undefined
  if (username && owner_id === undefined) throw notFound()
  const { answer, found } = await lookUp(ctx, staff, { copy: file, owner_id, is_staff: true })
  const { outcome, id } = answer
  const created_at = ctx.now()
  const details = { lookup_id: id, outcome, sure: answer.sure }
  if (!found) await insertOwnAuditEntry(ctx.db, staff.id, { action: 'leak_looked_up', details, created_at })
  else {
    // The log is about whoever was named, or else about the creator.
    const user_id = found.named[0]?.viewer_id ?? found.picture.owner_id
    const entry = { staff_id: staff.id, action: 'leak_looked_up' as const, user_id, details, created_at }
    await insertAuditEntry(ctx.db, { id: newId(created_at), ...entry })
  }
  return answer
}

interface Wanted {
  copy: UploadedFile | undefined
  owner_id: string | undefined
  is_staff: boolean
}

async function lookUp(ctx: Asking, asker: Viewer, { copy, owner_id, is_staff }: Wanted) {
  if (!copy) throw invalid('file', 'Send the copy as a file')
  const { pictures, total } = await listMarkedPictures(ctx.db, { owner_id, most: COMPARED_MAX })
  const thumbnails = pictures.map(({ thumbnail, thumbnail_width }) => ({ width: thumbnail_width, bytes: thumbnail }))
  const { width, height, candidates } = await ctx.media.tracer.compare(copy, thumbnails)
  const found = await readMark(
    ctx,
    copy,
    candidates.flatMap(({ id, places }) => {
      const picture = pictures[id]
      return picture ? [{ picture, places }] : []
    }),
  )
  const [best] = found?.marks ?? []
  const named = (found?.marks ?? []).filter(({ sure }) => sure >= NAMED_FROM)
  const outcome = named.length > 0 ? 'named' : best ? 'perhaps' : found ? 'unreadable' : 'unknown'
  const now = ctx.now()
  const id = newId(now)
  await insertLeakLookup(ctx.db, {
    ...{ id, asker_id: asker.id, as_staff: is_staff, outcome, created_at: now },
    sure: best?.sure ?? null,
    owner_id: found?.picture.owner_id ?? null,
    viewer_id: named[0]?.viewer_id ?? null,
  })
  const names = await listNames(
    ctx.db,
    named.flatMap(({ viewer_id }) => viewer_id ?? []),
    { id: asker.id, is_staff },
  )
  const ticketThen = async (fan_id: string, at: Date) =>
    found ? await findPeriodKind(ctx.db, { fan_id, creator_id: found.picture.owner_id, at }) : null
  const answer: LeakLookup = {
    ...{ id, outcome, width, height, compared: pictures.length, pictures: total },
    created_at: now.toISOString(),
    sure: best ? shownSureness(best.sure) : null,
    picture: found ? presentPicture(found.shown) : null,
    viewers: await Promise.all(
      named.map(async ({ viewer_id, sure, first_shown_at, last_shown_at }) => ({
        username: (viewer_id && names.get(viewer_id)) ?? null,
        sure: shownSureness(sure),
        first_shown_at: first_shown_at.toISOString(),
        last_shown_at: last_shown_at.toISOString(),
        ticket: viewer_id && names.has(viewer_id) ? await ticketThen(viewer_id, first_shown_at) : null,
      })),
    ),
  }
  return { answer, found: found && { ...found, named } }
}

interface Candidate {
  picture: MarkedPicture
  places: Parameters<Asking['media']['tracer']['read']>[2]['places']
}

interface Found {
  picture: MarkedPicture
  shown: LeakedPicture
  marks: (ServedTo & { sure: number })[]
}

/**
 * Looks closely at the pictures that the copy may show, until a mark is read. A picture that was published twice is two of them,
 * and the copy is of one only: the other one shows the same, without a mark that can be read.
 */
async function readMark(ctx: Asking, copy: UploadedFile, candidates: Candidate[]): Promise<Found | undefined> {
  let found: Found | undefined
  for (const { picture, places } of candidates) {
    const { store_key } = picture
    const shown = await findLeakedPicture(ctx.db, store_key)
    const [smallest] = shown?.files ?? []
    const stored = smallest && (await ctx.media.store.read(fileKey(picture, smallest.name)))
    if (!shown || !stored) continue
    const served = await listServedTo(ctx.db, store_key, VIEWERS_MAX)
    const viewer_keys = served.map(({ key }) => key)
    const read = await ctx.media.tracer.read(copy, { store_key, stored }, { places, viewer_keys })
    if (!read.is_same) continue
    const marks = read.viewers.flatMap(({ at, sure }) => {
      const viewer = served[at]
      return viewer ? [{ ...viewer, sure }] : []
    })
    if (marks.some(({ sure }) => sure >= NAMED_FROM)) return { picture, shown, marks }
    if (!found || (found.marks.length === 0 && marks.length > 0)) found = { picture, shown, marks }
  }
  return found
}

function presentPicture({ media_id, post_id, description, username }: LeakedPicture): LeakLookup['picture'] {
  return { post_id, description, file: mediaPath(media_id), username }
}

/** Three digits, and never a whole: an account may have been lent. */
function shownSureness(sure: number): number {
  return Math.min(0.999, Math.floor(sure * 1000) / 1000)
}
