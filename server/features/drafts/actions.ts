import type { Draft, DraftChanges } from '#contract/drafts.ts'
import { PICTURES_MAX, type Picture, type Post } from '#contract/posts.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { addDraft, presentDraft, scheduledTime } from '#server/domain/drafts.ts'
import { presentPicture, presentPost } from '#server/domain/present-posts.ts'
import { arrange, insertTaken, publishPost, takePictures, type UploadedPicture } from '#server/domain/publish-post.ts'
import { invalid, notFound } from '#server/errors.ts'
import {
  arrangeDraftPictures,
  type DraftChanges as Changes,
  type DraftPicture,
  type DraftRow,
  deleteDraft as deleteStoredDraft,
  deleteDraftPicture as deleteStoredPicture,
  findOwnDraft,
  findPublished,
  insertDraftPictures,
  lastPosition,
  listDraftPictures,
  listDrafts as listStoredDrafts,
  lockOwnDraft,
  updateDraft as updateStoredDraft,
} from '#server/store/drafts.ts'
import { newId } from '#server/store/ids.ts'
import { deletePictures } from '#server/store/post-pictures.ts'
import { cleanText } from '#server/text.ts'

type DraftContext = Pick<Context, 'db' | 'media' | 'now'>

export async function listDrafts({ db }: Pick<Context, 'db'>, viewer: Viewer): Promise<Draft[]> {
  const drafts = await listStoredDrafts(db, viewer.id)
  const ids = drafts.map(({ id }) => id)
  const pictures = Map.groupBy(await listDraftPictures(db, ids), ({ draft_id }) => draft_id)
  return drafts.map((draft) => presentDraft(draft, pictures.get(draft.id) ?? []))
}

export async function createDraft(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  input: { description?: string; protected?: boolean },
): Promise<Draft> {
  const now = ctx.now()
  const draft: DraftRow = {
    id: newId(now),
    profile_id: viewer.id,
    description: cleanText(input.description ?? ''),
    protected: input.protected ?? false,
    publish_at: null,
    created_at: now,
    updated_at: now,
  }
  await ctx.db.begin((db) => addDraft(db, draft))
  return presentDraft(draft, [])
}

/** A draft that another request or the clock has published meanwhile is absent. */
async function lockDraft(db: Tx, viewer: Viewer, id: string): Promise<DraftRow> {
  const draft = await lockOwnDraft(db, viewer.id, id)
  if (!draft) throw notFound()
  return draft
}

async function readDraft(db: Queryable, viewer: Viewer, id: string): Promise<Draft> {
  const draft = await findOwnDraft(db, viewer.id, id)
  if (!draft) throw notFound()
  return presentDraft(draft, await listDraftPictures(db, [id]))
}

/** The rule for every post that comes out, at once or later. */
function refuseIncomplete(draft: Pick<DraftRow, 'description'>, pictures: readonly unknown[], words: string): void {
  if (pictures.length === 0) throw invalid('pictures', words)
  if (draft.description === '') throw invalid('description', words)
}

const SCHEDULED_WORDS = 'A scheduled post needs a picture and a description'

export async function updateDraft(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  id: string,
  input: DraftChanges,
): Promise<Draft> {
  return await ctx.db.begin(async (db) => {
    const draft = await lockDraft(db, viewer, id)
    const pictures = await listDraftPictures(db, [id])
    const changes = changesOf(draft, input, ctx.now())
    const changed = { ...draft, ...changes }
    if (changed.publish_at) refuseIncomplete(changed, pictures, SCHEDULED_WORDS)
    if (input.pictures) await arrangeDraftPictures(db, arrange(pictures, input.pictures))
    await updateStoredDraft(db, id, changes, ctx.now())
    return await readDraft(db, viewer, id)
  })
}

/** A time that is sent again as it is, because a form sends all of its fields, is not checked again. */
function changesOf(draft: DraftRow, { description, publish_at, ...input }: DraftChanges, now: Date): Changes {
  const isSame = publish_at && draft.publish_at && Date.parse(publish_at) === draft.publish_at.getTime()
  return {
    ...(description !== undefined && { description: cleanText(description) }),
    ...(input.protected !== undefined && { protected: input.protected }),
    ...(publish_at === null && { publish_at: null }),
    ...(publish_at && !isSame && { publish_at: scheduledTime(publish_at, now) }),
  }
}

export async function deleteDraft(ctx: DraftContext, viewer: Viewer, id: string): Promise<void> {
  const media = await ctx.db.begin(async (db) => {
    await lockDraft(db, viewer, id)
    const pictures = await listDraftPictures(db, [id])
    await deleteStoredDraft(db, id)
    const media_ids = pictures.map(({ media_id }) => media_id)
    return await deletePictures(db, media_ids)
  })
  for (const stored of media) await ctx.media.discard(stored)
}

interface NewPicture extends UploadedPicture {
  client_id: string
}

/** The picture that the same request has brought before. Refuses the one that is too many. */
function findBrought(pictures: readonly DraftPicture[], client_id: string): DraftPicture | undefined {
  const brought = pictures.find((picture) => picture.client_id === client_id.toLowerCase())
  if (!brought && pictures.length >= PICTURES_MAX) throw invalid('file', `A post has up to ${PICTURES_MAX} pictures`)
  return brought
}

/**
 * Idempotent by `client_id`. Everything is checked before the picture is decoded, and again with the draft locked: meanwhile
 * the draft may be published or deleted.
 */
export async function addPicture(
  ctx: DraftContext,
  viewer: Viewer,
  id: string,
  picture: NewPicture,
): Promise<{ isNew: boolean; picture: Picture }> {
  const before = findBrought(await listDraftPictures(ctx.db, [id]), picture.client_id)
  if (before) return { isNew: false, picture: presentPicture(before) }
  const [taken] = await takePictures(ctx, [picture])
  if (!taken) throw invalid('file', 'A picture is required')
  const { client_id } = picture
  const added = await ctx.db.begin(async (db) => {
    if (!(await lockOwnDraft(db, viewer.id, id))) return undefined
    const pictures = await listDraftPictures(db, [id])
    const brought = pictures.find((other) => other.client_id === client_id.toLowerCase())
    if (brought || pictures.length >= PICTURES_MAX) return { brought }
    const now = ctx.now()
    await insertTaken(db, [taken], { owner_id: viewer.id, created_at: now })
    await insertDraftPictures(db, id, [{ ...taken, client_id }], { after: await lastPosition(db, id) })
    await updateStoredDraft(db, id, {}, now)
    return { brought: taken }
  })
  if (added?.brought === taken) return { isNew: true, picture: presentPicture(taken) }
  await ctx.media.discard(taken.stored)
  if (!added) throw notFound()
  if (!added.brought) throw invalid('file', `A post has up to ${PICTURES_MAX} pictures`)
  return { isNew: false, picture: presentPicture(added.brought) }
}

export async function refuseForeignDraft({ db }: Pick<Context, 'db'>, viewer: Viewer, id: string): Promise<void> {
  if (!(await findOwnDraft(db, viewer.id, id))) throw notFound()
}

export async function deletePicture(
  ctx: DraftContext,
  viewer: Viewer,
  { id, picture_id }: { id: string; picture_id: string },
): Promise<Draft> {
  const { media, draft } = await ctx.db.begin(async (db) => {
    const { publish_at, description } = await lockDraft(db, viewer, id)
    const pictures = await listDraftPictures(db, [id])
    const left = pictures.filter(({ media_id }) => media_id !== picture_id.toLowerCase())
    if (left.length === pictures.length) throw notFound()
    if (publish_at) refuseIncomplete({ description }, left, SCHEDULED_WORDS)
    await deleteStoredPicture(db, picture_id)
    await updateStoredDraft(db, id, {}, ctx.now())
    return { media: await deletePictures(db, [picture_id]), draft: await readDraft(db, viewer, id) }
  })
  for (const stored of media) await ctx.media.discard(stored)
  return draft
}

/** Idempotent: the same request, sent again, answers the post that the draft has become, also if the clock published it. */
export async function publishDraft(ctx: Pick<Context, 'db' | 'now'>, viewer: Viewer, id: string): Promise<Post> {
  return await ctx.db.begin(async (db) => {
    const now = ctx.now()
    const draft = await lockOwnDraft(db, viewer.id, id)
    const post_id = draft ? await publishRows(db, draft, now) : await findPublished(db, viewer.id, id)
    if (post_id === undefined) throw notFound()
    return await presentPost(db, viewer, post_id, now)
  })
}

/** Moves the rows of a locked draft. */
export async function publishRows(db: Tx, draft: DraftRow, created_at: Date): Promise<string> {
  const pictures = await listDraftPictures(db, [draft.id])
  refuseIncomplete(draft, pictures, 'The file and description are required')
  const { id, profile_id, description } = draft
  await deleteStoredDraft(db, id)
  return await publishPost(db, {
    profile_id,
    description,
    protected: draft.protected,
    pictures,
    draft_id: id,
    created_at,
  })
}
