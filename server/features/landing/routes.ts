import { endpoints } from '#contract/index.ts'
import type { Landing } from '#contract/landing.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { mediaPath } from '#server/media/media.ts'
import { listFeaturedCreators } from '#server/store/creators/creator-previews.ts'

export const landing: Feature = { routes: landingRoutes }

function landingRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_landing)(async ({ answer }) => {
    // The response is the same for everybody, so shared caches may keep it for a minute.
    answer.header('cache-control', 'public, max-age=60')
    return await getLanding(ctx)
  })
}

/** Creators with public posts, latest first. The other fields are those of the first creator. */
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
