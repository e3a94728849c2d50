import type { User } from '#contract/accounts.ts'
import { canAddStories, mayBeCreator, type Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { mediaPath } from '#server/media/media.ts'
import type { SessionViewer } from '#server/store/sessions.ts'

/** If the session may not use the role, the user still has it: the page says what opens the door. */
export function presentUser(
  ctx: Pick<Context, 'config' | 'payments'>,
  user: Viewer & Pick<Partial<SessionViewer>, 'shut_role'>,
): User {
  const { picture_id, is_approved: _, shut_role, ...rest } = user
  return {
    ...rest,
    ...(shut_role && { role: shut_role, staff_door: 'shut' as const }),
    profile_pic: mediaPath(picture_id),
    may_be_creator: mayBeCreator(user, ctx.config),
    can_add_stories: canAddStories(user, ctx.config),
    ...(ctx.payments && { payments: true }),
    ...(ctx.config.creator_enrollment === 'verified' && { verifies: true }),
  }
}
