import { REACTIONS, type Reactions } from '#contract/conversations.ts'

/** The badge shows "N+" above this number. */
const REACTION_BADGE_MAX = 9

/** A pending change of the viewer's own reactions: add the emoji (`wanted`), or remove it. */
export interface ReactionToggle {
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

/** Applies a live event. The counts are those of everybody; the viewer's own list changes only if the event is the viewer's. */
export function withReaction(reactions: Reactions, event: ReactionEvent, user_id: string): Reactions {
  const others = reactions.user_reactions.filter((emoji) => emoji !== event.emoji)
  const own = event.type === 'reaction_added' ? [...others, event.emoji] : others
  return {
    counts: withoutZeros(event.reaction_counts),
    total_count: event.total_reactions,
    user_reactions: event.user_id === user_id ? own : reactions.user_reactions,
  }
}

/** Optimistic update: lays a pending change over the last answer of the server. */
export function applyToggle(known: Reactions, { emoji, wanted }: ReactionToggle): Reactions {
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

/** Sorts reactions in the order of the picker. An emoji that only a newer server knows comes last. */
export function sortedReactions({
  counts,
  user_reactions,
}: Reactions): { emoji: string; count: number; isOwn: boolean }[] {
  const place = (emoji: string) => (REACTIONS as readonly string[]).indexOf(emoji) + 1 || REACTIONS.length + 1
  return Object.entries(counts)
    .map(([emoji, count]) => ({ emoji, count, isOwn: user_reactions.includes(emoji) }))
    .sort((a, b) => place(a.emoji) - place(b.emoji))
}

/** The number beside an emoji; above nine it is "9+". */
export function countLabel(count: number): string {
  return count > REACTION_BADGE_MAX ? `${REACTION_BADGE_MAX}+` : String(count)
}
