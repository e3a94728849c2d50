import type { LiveEvent } from '#contract/live.ts'
import type { ConversationNotice } from './hub.ts'

type ReactionEvent = Extract<LiveEvent, { emoji: string }>
type Counts = Pick<ReactionEvent, 'reaction_counts' | 'total_reactions'>

/** Of so many messages it is known what was told last: notices that overtake each other are not far apart. */
const MESSAGES = 1000

/**
 * Two who react to one message at the same moment are two notices, and the one that was made first may come last, above
 * all from another process. It still says who did what, but with the newest counts: those on a screen never go back.
 */
export class NewestCounts {
  readonly #told = new Map<string, Counts & { as_of: number }>()

  /** The event as it is to be told. */
  of({ event, as_of }: ConversationNotice): LiveEvent {
    if (!('emoji' in event) || as_of === undefined) return event
    const { message_id, reaction_counts, total_reactions } = event
    const known = this.#told.get(message_id)
    if (known && known.as_of > as_of) {
      return { ...event, reaction_counts: known.reaction_counts, total_reactions: known.total_reactions }
    }
    this.#told.delete(message_id)
    this.#told.set(message_id, { reaction_counts, total_reactions, as_of })
    const [oldest] = this.#told.keys()
    if (this.#told.size > MESSAGES && oldest !== undefined) this.#told.delete(oldest)
    return event
  }
}
