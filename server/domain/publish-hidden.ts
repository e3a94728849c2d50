import type { CaseKind } from '#contract/cases.ts'
import type { Context } from '#server/context.ts'
import { findChangedMessage } from '#server/store/conversations/messages.ts'

/**
 * Publishes that staff have hidden, removed or restored something. Call it after the commit. Open threads of both
 * participants follow. Nothing is published for posts, stories and profiles: as after a deletion, open pages notice it with
 * their next request.
 */
export async function publishHidden(
  ctx: Pick<Context, 'db' | 'live'>,
  { kind, object_id }: { kind: CaseKind; object_id: string },
): Promise<void> {
  if (kind !== 'message') return
  const changed = await findChangedMessage(ctx.db, object_id)
  if (!changed) return
  const { conversation_id, fan_id, creator_id, content, is_removed } = changed
  ctx.live.publish({
    kind: 'conversation',
    conversation_id,
    participants: [fan_id, creator_id],
    event: { type: 'message_changed', message_id: object_id, content, is_removed },
  })
}
