import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { readList } from '#server/db/replica.ts'
import { refuseUnverified } from '#server/domain/identities.ts'
import { limitUpload } from '#server/domain/limit-uploads.ts'
import { listStories, listStrip } from '#server/domain/stories.ts'
import type { Feature } from '#server/feature.ts'
import { isTicked } from '#server/http/forms.ts'
import type { Serve } from '#server/http/route.ts'
import { deleteMedia, type StoredFiles } from '#server/store/media.ts'
import { deleteEndedStories } from '#server/store/stories.ts'
import { createStory, deleteStory, refuseNonAuthor, seeStory } from './actions.ts'

export const stories: Feature = {
  routes: storyRoutes,
  jobs: { sweep_stories: { schedule: '*/5 * * * *', run: sweepStories } },
}

function storyRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_stories)(async ({ viewer, query }) => ({
    stories: await readList(ctx, async (db) => {
      const { profile_id } = query
      return await (profile_id === undefined
        ? listStrip({ ...ctx, db }, viewer)
        : listStories({ ...ctx, db }, viewer, { profile_id }))
    }),
  }))

  serve(endpoints.list_my_stories)(async ({ viewer }) => ({
    stories: await listStories(ctx, viewer, { profile_id: viewer.id }),
  }))

  serve(endpoints.create_story, {
    limit: {
      counted_in_action: ['upload', 'upload_megabytes'],
      because: 'Members who may not publish stories are refused first.',
    },
  })(async ({ viewer, caller, readForm }) => {
    refuseNonAuthor(ctx, viewer)
    await refuseUnverified(ctx, viewer.id)
    await limitUpload(ctx, { ...caller, user_id: viewer.id })
    const { fields, files } = await readForm()
    return await createStory(ctx, viewer, {
      description: fields['story[description]'] ?? '',
      protected: isTicked(fields['story[protected]']),
      expires_at: fields['story[expires_at]'],
      media: files['story[media]'],
    })
  })

  serve(endpoints.delete_story)(async ({ viewer, params }) => {
    await deleteStory(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.see_story)(async ({ viewer, params }) => {
    await seeStory(ctx, viewer, params.id)
    return {}
  })
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
