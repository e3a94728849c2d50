import type { Reactions } from '#contract/conversations.ts'
import { REACTIONS } from '#contract/limits.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { invalid, notFound } from '#server/errors.ts'
import { deleteReaction, insertReaction, listReactions } from '#server/store/reactions.ts'
import { presentReactions } from './present.ts'

interface Input {
  conversation_id: string
  message_id: string
  emoji: string
}

/** Adds a reaction or takes it back; what is so already stays so, and nobody is told. */
export async function react(
  ctx: Pick<Context, 'db' | 'live' | 'now'>,
  viewer: Viewer,
  type: 'reaction_added' | 'reaction_removed',
  input: Input,
): Promise<Reactions> {
  const emoji = canonical(input.emoji)
  const change = type === 'reaction_added' ? insertReaction : deleteReaction
  const reacted = await change(ctx.db, { ...input, user_id: viewer.id, emoji, now: ctx.now() })
  if (!reacted) throw notFound()
  const { conversation_id, message_id, fan_id, creator_id, changed } = reacted
  // Looked up afterwards: what the other one does at the same time is counted in one of the two answers, or in both.
  const { reactions: rows, as_of } = await listReactions(ctx.db, message_id)
  const reactions = presentReactions(viewer, rows)
  if (changed) {
    ctx.live.publish({
      kind: 'conversation',
      conversation_id,
      participants: [fan_id, creator_id],
      as_of,
      event: {
        type,
        message_id,
        emoji,
        reaction_counts: reactions.counts,
        total_reactions: reactions.total_count,
        user_id: viewer.id,
      },
    })
  }
  return reactions
}

const VARIATION = /\uFE0F/g
const CANONICAL = new Map<string, string>(REACTIONS.map((emoji) => [emoji.replace(VARIATION, ''), emoji]))

/** Keyboards send some of them with a mark that only says "in colour"; they mean the same. */
function canonical(sent: string): string {
  const emoji = CANONICAL.get(sent.replace(VARIATION, ''))
  if (emoji === undefined) throw invalid('emoji', 'This is not one of the reactions')
  return emoji
}
