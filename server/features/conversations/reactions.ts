import { REACTIONS, type Reactions } from '#contract/conversations.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { notify } from '#server/domain/notify.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import {
  deleteReaction,
  insertReaction,
  listReactions,
  type Reaction,
  type ReactionResult,
} from '#server/store/conversations/reactions.ts'
import { newId } from '#server/store/ids.ts'
import { presentReactions } from './present.ts'

interface Input {
  conversation_id: string
  message_id: string
  emoji: string
}

/** Adds or removes a reaction. Idempotent: if nothing changes, nothing is published. */
export async function react(
  ctx: Pick<Context, 'db' | 'live' | 'now'>,
  viewer: Viewer,
  type: 'reaction_added' | 'reaction_removed',
  input: Input,
): Promise<Reactions> {
  const emoji = canonical(input.emoji)
  const reaction = { ...input, user_id: viewer.id, emoji, now: ctx.now() }
  const reacted = await (type === 'reaction_added' ? addReaction(ctx, reaction) : deleteReaction(ctx.db, reaction))
  if (!reacted) throw notFound()
  if (reacted.is_closed) throw new AppError('forbidden', 'This conversation is closed')
  const { conversation_id, message_id, fan_id, creator_id, changed } = reacted
  // The counts are read after the change: of two concurrent reactions at least one of the two answers contains both.
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

/** The author of the message is told of the first reaction, and of the next one only after they have read. */
async function addReaction(ctx: Pick<Context, 'db' | 'live'>, reaction: Reaction): Promise<ReactionResult | undefined> {
  const { reacted, told } = await ctx.db.begin(async (db) => {
    const reacted = await insertReaction(db, reaction)
    const { user_id: about_id, now: created_at } = reaction
    if (!reacted?.changed || reacted.author_id === about_id) return { reacted, told: [] }
    const { author_id: user_id, conversation_id } = reacted
    const notice = {
      id: newId(created_at),
      user_id,
      kind: 'new_reaction' as const,
      about_id,
      conversation_id,
      created_at,
    }
    return { reacted, told: await notify(db, [notice]) }
  })
  if (told.length > 0) ctx.live.publish({ kind: 'notices_changed', user_ids: told })
  return reacted
}

const VARIATION = /\uFE0F/g
const CANONICAL = new Map<string, string>(REACTIONS.map((emoji) => [emoji.replace(VARIATION, ''), emoji]))

/** Some keyboards add a variation selector (colour presentation), which does not change the meaning. */
function canonical(sent: string): string {
  const emoji = CANONICAL.get(sent.replace(VARIATION, ''))
  if (emoji === undefined) throw invalid('emoji', 'This is not one of the reactions')
  return emoji
}
