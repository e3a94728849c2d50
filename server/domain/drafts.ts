import { DRAFTS_MAX, type Draft } from '#contract/drafts.ts'
import { type Post, SCHEDULE_MAX_DAYS } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import { countDrafts, type DraftRow, insertDraft, insertDraftPictures } from '#server/store/drafts.ts'
import { newId } from '#server/store/ids.ts'
import type { ShownPicture } from '#server/store/post-pictures.ts'
import { lockProfile } from '#server/store/profiles.ts'
import { later } from '#server/time.ts'
import { presentPicture } from './present-posts.ts'
import { insertTaken, type TakenPicture } from './publish-post.ts'

/** The time of a scheduled post, if it is one that can be chosen. */
export function scheduledTime(publish_at: string, now: Date): Date {
  const time = new Date(publish_at)
  // This condition also rejects an invalid date, which is NaN.
  if (!(time > now && time <= later(now, SCHEDULE_MAX_DAYS * DAY_MS)))
    throw invalid('publish_at', 'A post can be scheduled for a time within the next year')
  return time
}

export function presentDraft({ profile_id: _, ...draft }: DraftRow, pictures: readonly ShownPicture[]): Draft {
  return {
    ...draft,
    publish_at: draft.publish_at?.toISOString() ?? null,
    pictures: pictures.map(presentPicture),
    created_at: draft.created_at.toISOString(),
    updated_at: draft.updated_at.toISOString(),
  }
}

/** Stores a draft. The profile is locked, so that of concurrent requests none exceeds the limit. */
export async function addDraft(db: Tx, draft: DraftRow): Promise<void> {
  await lockProfile(db, draft.profile_id)
  await refuseTooManyDrafts(db, draft.profile_id)
  await insertDraft(db, draft)
}

export async function refuseTooManyDrafts(db: Queryable, profile_id: string): Promise<void> {
  if ((await countDrafts(db, profile_id)) >= DRAFTS_MAX)
    throw invalid('draft', `You have ${DRAFTS_MAX} drafts and scheduled posts already: publish or delete one first`)
}

/** A post that is sent whole and comes out later, answered in the shape of a post. */
export async function createWholeDraft(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  input: { description: string; protected: boolean; publish_at: Date | null; pictures: readonly TakenPicture[] },
): Promise<Post> {
  const now = ctx.now()
  const { description, publish_at, pictures } = input
  const draft = { id: newId(now), profile_id: viewer.id, description, protected: input.protected, publish_at }
  await ctx.db.begin(async (db) => {
    await addDraft(db, { ...draft, created_at: now, updated_at: now })
    await insertTaken(db, pictures, { owner_id: viewer.id, created_at: now })
    const rows = pictures.map((picture) => ({ ...picture, client_id: null }))
    await insertDraftPictures(db, draft.id, rows, { after: 0 })
  })
  const files = pictures.map(presentPicture)
  return {
    id: draft.id,
    username: viewer.username,
    profile_id: viewer.id,
    profile_pic: mediaPath(viewer.picture_id),
    file: files[0]?.file ?? null,
    files,
    accessible_until: null,
    description,
    protected: input.protected,
    liked: false,
    likes_count: 0,
    pinned: false,
    reports: [],
    publish_at: publish_at?.toISOString() ?? null,
  }
}
