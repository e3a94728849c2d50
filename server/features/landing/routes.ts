import { endpoints } from '#contract/index.ts'
import type { Landing } from '#contract/landing.ts'
import type { Context } from '#server/context.ts'
import { readList } from '#server/db/replica.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { mediaPath } from '#server/media/media.ts'
import { listFeaturedCreators } from '#server/store/creators/creator-previews.ts'

export const landing: Feature = { routes: landingRoutes }

function landingRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_landing)(async ({ answer, caller, findViewer }) => {
    const viewer = caller.authorization !== undefined ? await findViewer() : undefined
    // Without a session the response is the same for everybody, so shared caches may keep it for a minute.
    answer.header('cache-control', viewer ? 'private, no-store' : 'public, max-age=60')
    return await getLanding(ctx, viewer?.id ?? null)
  })
}

/**
 * Creators with public posts, latest first. The other fields are those of the first creator. A member does not see those
 * who block them or whom they block.
 */
async function getLanding(ctx: Pick<Context, 'db' | 'replica'>, viewer_id: string | null): Promise<Landing> {
  const creators = await readList(ctx, async (db) => await listFeaturedCreators(db, viewer_id))
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
