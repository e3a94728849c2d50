import type { Context } from '#server/context.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { deleteMedia, type StoredFiles } from '#server/store/media.ts'
import { deleteEndedStories } from '#server/store/stories.ts'

export const storyJobs: FeatureJobs = {
  sweep_stories: { schedule: '*/5 * * * *', run: sweepStories },
}

/** Sweep: deletes the rows and files of expired stories, which are hidden already. */
async function sweepStories(ctx: Pick<Context, 'config' | 'db' | 'media' | 'now'>): Promise<void> {
  for (let isMore = true; isMore; ) {
    const unused: StoredFiles[] = []
    isMore = await ctx.db.begin(async (db) => {
      const media_ids = await deleteEndedStories(db, ctx.now(), ctx.config.demo)
      for (const id of media_ids) {
        const media = await deleteMedia(db, id)
        if (media) unused.push(media)
      }
      return media_ids.length > 0
    })
    for (const media of unused) await ctx.media.discard(media)
  }
}
