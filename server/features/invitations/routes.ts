import { endpoints } from '#contract/index.ts'
import type { Invitation } from '#contract/invitations.ts'
import type { Context } from '#server/context.ts'
import { readList } from '#server/db/replica.ts'
import { notFound } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { mediaPath } from '#server/media/media.ts'
import { findInvitation } from '#server/store/creators/creator-previews.ts'

export const invitations: Feature = { routes: invitationRoutes }

function invitationRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_invitation, { limit: 'invitation' })(async ({ params, answer, caller, findViewer }) => {
    const viewer = caller.authorization !== undefined ? await findViewer() : undefined
    const invitation = await getInvitation(ctx, params.username, viewer?.id ?? null)
    // Without a session the response is the same for everybody.
    answer.header('cache-control', viewer ? 'private, no-store' : 'public, max-age=60')
    return invitation
  })
}

/** The card of a creator, by name or former name. Nobody learns why there is none. */
async function getInvitation(
  ctx: Pick<Context, 'db' | 'replica'>,
  username: string,
  viewer_id: string | null,
): Promise<Invitation> {
  const found = await readList(ctx, async (db) => await findInvitation(db, username, viewer_id))
  if (!found) throw notFound()
  const { picture_id, media_id, ...rest } = found
  return { ...rest, profile_pic: mediaPath(picture_id), picture: mediaPath(media_id) }
}
