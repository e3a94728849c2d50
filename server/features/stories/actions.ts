import type { Story } from '#contract/stories.ts'
import { DAY_MS } from '#contract/time.ts'
import { canAddStories } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { listStories } from '#server/domain/stories.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { takeImageOrVideo } from '#server/media/media.ts'
import type { UploadedFile } from '#server/media/uploads.ts'
import { newId } from '#server/store/ids.ts'
import { deleteMedia, insertMedia } from '#server/store/media.ts'
import type { SessionViewer } from '#server/store/sessions.ts'
import { deleteOwnStory, insertStory, markStorySeen } from '#server/store/stories.ts'
import { insertTelling } from '#server/store/tellings.ts'
import { cleanText } from '#server/text.ts'

export const STORY_LIFETIME_MS = DAY_MS

export function refuseNonAuthor(ctx: Pick<Context, 'config'>, viewer: SessionViewer): void {
  if (!canAddStories(viewer, ctx.config)) throw new AppError('forbidden', 'You are not allowed to add stories')
}

export interface StoryInput {
  description: string
  protected: boolean
  expires_at: string | undefined
  media: UploadedFile | undefined
}

export async function createStory(
  ctx: Pick<Context, 'db' | 'media' | 'now' | 'secret'>,
  viewer: SessionViewer,
  input: StoryInput,
): Promise<Story> {
  const created_at = ctx.now()
  const description = cleanText(input.description)
  if (!input.media || description === '')
    throw invalid(input.media ? 'story[description]' : 'story[media]', 'Media and description are required')
  const expires_at = endOf(input.expires_at, created_at)
  const stored = await takeImageOrVideo(ctx.media, input.media)
  const id = newId(created_at)
  const media_id = newId(created_at)
  try {
    return await ctx.db.begin(async (db) => {
      await insertMedia(db, { id: media_id, owner_id: viewer.id, ...stored, created_at })
      const row = { id, profile_id: viewer.id, media_id, description, protected: input.protected }
      await insertStory(db, { ...row, created_at, expires_at })
      await insertTelling(db, { id, kind: 'new_story', creator_id: viewer.id, thing_id: id, created_at })
      const [story] = await listStories({ ...ctx, db }, viewer, { id })
      if (!story) throw invalid('story[expires_at]', 'The story would be over before its media is ready')
      return story
    })
  } catch (error) {
    await ctx.media.discard(stored)
    throw error
  }
}

/** The end of a story: 24 hours from now, or the author's choice within that time. */
function endOf(wanted: string | undefined, now: Date): Date {
  const last = now.getTime() + STORY_LIFETIME_MS
  const end = wanted === undefined ? last : Date.parse(wanted)
  // This condition also rejects an invalid date, which is NaN.
  if (!(end > now.getTime() && end <= last)) throw invalid('story[expires_at]', 'A story ends within 24 hours from now')
  return new Date(end)
}

export async function deleteStory(
  ctx: Pick<Context, 'db' | 'media' | 'now'>,
  viewer: SessionViewer,
  id: string,
): Promise<void> {
  const media = await ctx.db.begin(async (db) => {
    const media_id = await deleteOwnStory(db, viewer.id, id, ctx.now())
    if (media_id === undefined) throw notFound()
    return await deleteMedia(db, media_id)
  })
  if (media) await ctx.media.discard(media)
}

export async function seeStory(ctx: Pick<Context, 'db' | 'now'>, viewer: SessionViewer, id: string): Promise<void> {
  if (!(await markStorySeen(ctx.db, viewer.id, id, ctx.now()))) throw notFound()
}
