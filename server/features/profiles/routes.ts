import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { giveBackRate, limitRate } from '#server/http/limit.ts'
import type { Serve } from '#server/http/route.ts'
import { getProfile, putProfile, refuseStranger } from './actions.ts'

export function profileRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_profile)(async ({ viewer, params }) => await getProfile(ctx, viewer, params.username))

  serve(endpoints.put_profile)(async ({ viewer, params, readForm, answer }) => {
    await refuseStranger(ctx, viewer, params.id)
    await limitRate(ctx, 'upload', { user_id: viewer.id })
    const { fields, files } = await readForm()
    // Nobody knows before it is read whether a form has a picture in it, and only pictures are counted.
    if (!files.profile_pic) await giveBackRate(ctx, 'upload', { user_id: viewer.id })
    const { isNew, profile } = await putProfile(ctx, viewer, { ...fields, picture: files.profile_pic })
    if (isNew) answer.status(201)
    return profile
  })
}
