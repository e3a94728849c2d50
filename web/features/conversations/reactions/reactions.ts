import type { Reactions } from '#contract/conversations.ts'
import { REACTION_BADGE_MAX, REACTIONS } from '#contract/limits.ts'

/** What somebody wants of one of their own reactions. */
export interface Wish {
  emoji: string
  wanted: boolean
}

interface ReactionEvent {
  type: 'reaction_added' | 'reaction_removed'
  emoji: string
  reaction_counts: Record<string, number>
  total_reactions: number
  user_id: string
}

/** The counts are everyone's; the own list changes only by what oneself did. */
export function withReaction(reactions: Reactions, event: ReactionEvent, user_id: string): Reactions {
  const others = reactions.user_reactions.filter((emoji) => emoji !== event.emoji)
  const own = event.type === 'reaction_added' ? [...others, event.emoji] : others
  return {
    counts: withoutZeros(event.reaction_counts),
    total_count: event.total_reactions,
    user_reactions: event.user_id === user_id ? own : reactions.user_reactions,
  }
}

/** What the server said last, with what somebody wants on top of it. */
export function shownReactions(known: Reactions, { emoji, wanted }: Wish): Reactions {
  if (known.user_reactions.includes(emoji) === wanted) return known
  const step = wanted ? 1 : -1
  return {
    counts: withoutZeros({ ...known.counts, [emoji]: (known.counts[emoji] ?? 0) + step }),
    total_count: Math.max(0, known.total_count + step),
    user_reactions: wanted ? [...known.user_reactions, emoji] : known.user_reactions.filter((own) => own !== emoji),
  }
}

function withoutZeros(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** In the order of the picker, whichever came first; anything newer servers know stands behind. */
export function listed({ counts, user_reactions }: Reactions): { emoji: string; count: number; isOwn: boolean }[] {
  const place = (emoji: string) => (REACTIONS as readonly string[]).indexOf(emoji) + 1 || REACTIONS.length + 1
  return Object.entries(counts)
    .map(([emoji, count]) => ({ emoji, count, isOwn: user_reactions.includes(emoji) }))
    .sort((a, b) => place(a.emoji) - place(b.emoji))
}

/** The number beside an emoji: above nine, "9+". */
export function shownCount(count: number): string {
  return count > REACTION_BADGE_MAX ? `${REACTION_BADGE_MAX}+` : String(count)
}
