import { endpoints } from '#contract/index.ts'
import type { Landing } from '#contract/landing.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { mediaPath } from '#server/media/media.ts'
import { listFeaturedCreators } from '#server/store/featured-creators.ts'

export const landing: Feature = { routes: landingRoutes }

function landingRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_landing)(async ({ answer }) => {
    // The same for everyone, so whoever stands between may keep it for a moment.
    answer.header('cache-control', 'public, max-age=60')
    return await getLanding(ctx)
  })
}

/** Creators with open posts, the latest first; what else is shown is the first one's. */
async function getLanding(ctx: Pick<Context, 'db'>): Promise<Landing> {
  const creators = await listFeaturedCreators(ctx.db)
  const [first] = creators
  return {
    first_description: first?.description ?? null,
    second_description: first?.second_description ?? null,
    post_file: mediaPath(first?.media_id ?? null),
    profile_pic: mediaPath(first?.picture_id ?? null),
    username: first?.username ?? null,
    featured_creators: creators.map(({ username, picture_id, bio }) => ({
      username,
      profile_pic: mediaPath(picture_id),
      bio,
    })),
  }
}
