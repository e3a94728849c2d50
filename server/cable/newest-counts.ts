import type { LiveEvent } from '#contract/live.ts'
import type { ConversationEvent } from './hub.ts'

type ReactionEvent = Extract<LiveEvent, { emoji: string }>
type Counts = Pick<ReactionEvent, 'reaction_counts' | 'total_reactions'>

/** How many messages are remembered. Events that arrive out of order are close together, so few are enough. */
const MESSAGES_MAX = 1000

/**
 * Corrects reaction counts that arrive out of order (last write wins, by version). Two reactions to one message at the
 * same moment are two events, and the older one may arrive last, above all from another process. It keeps its emoji and
 * its user but gets the newest counts, so that the counts on a screen never go back.
 */
export class NewestCounts {
  readonly #told = new Map<string, Counts & { as_of: number }>()

  /** Returns the event to broadcast. */
  of({ event, as_of }: ConversationEvent): LiveEvent {
    if (!('emoji' in event) || as_of === undefined) return event
    const { message_id, reaction_counts, total_reactions } = event
    const known = this.#told.get(message_id)
    if (known && known.as_of > as_of) {
      return { ...event, reaction_counts: known.reaction_counts, total_reactions: known.total_reactions }
    }
    this.#told.delete(message_id)
    this.#told.set(message_id, { reaction_counts, total_reactions, as_of })
    const [oldest] = this.#told.keys()
    if (this.#told.size > MESSAGES_MAX && oldest !== undefined) this.#told.delete(oldest)
    return event
  }
}
