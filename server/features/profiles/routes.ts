import { endpoints } from '#contract/index.ts'
import type { Profile } from '#contract/profiles.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { readList } from '#server/db/replica.ts'
import { limitUpload, uncountUpload } from '#server/domain/limit-uploads.ts'
import { listStories } from '#server/domain/stories.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import type { SessionViewer } from '#server/store/sessions.ts'
import { getProfile, putProfile, refuseNonOwner } from './actions.ts'

export const profiles: Feature = { routes: profileRoutes }

function profileRoutes(serve: Serve, ctx: Context): void {
  const withStories = async (db: Queryable, viewer: SessionViewer, profile: Profile): Promise<Profile> => ({
    ...profile,
    stories: await listStories({ ...ctx, db }, viewer, { profile_id: profile.id }),
  })

  serve(endpoints.get_profile)(async ({ viewer, params, query }) => {
    return await readList(ctx, async (db) => {
      const { reader, profile } = await getProfile({ ...ctx, db }, viewer, { ...params, ...query })
      return await withStories(db, reader, profile)
    })
  })

  serve(endpoints.put_profile, {
    limit: {
      counted_in_action: ['upload', 'upload_megabytes'],
      because: 'Others than the owner are refused first, and only pictures are counted.',
    },
  })(async ({ viewer, caller, params, readForm, answer }) => {
    refuseNonOwner(ctx, viewer, params.id)
    const upload = { ...caller, user_id: viewer.id }
    await limitUpload(ctx, upload)
    const { fields, files } = await readForm()
    if (!files.profile_pic) await uncountUpload(ctx, upload)
    const { isNew, profile } = await putProfile(ctx, viewer, { ...fields, picture: files.profile_pic })
    if (isNew) answer.status(201)
    return await withStories(ctx.db, viewer, profile)
  })
}
