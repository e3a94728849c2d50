import type { ConversationSummary } from '#contract/conversations.ts'
import { paths } from '#contract/paths.ts'

export interface Counterpart {
  name: string
  profile_pic: string | null
  /** Of who has a page. */
  username: string | null
}

type Participants = Pick<ConversationSummary, 'creator_id' | 'creator' | 'initiator'>

/** Whom one talks to. Fans have no portrait: only creators have a page to show one on. */
export function counterpart({ creator_id, creator, initiator }: Participants, user_id: string): Counterpart {
  if (creator_id === user_id) return { name: initiator.username, profile_pic: null, username: null }
  return { ...creator.profile, username: creator.username }
}

/** A creator goes back to what was received, everybody else to what they started. */
export function wayBack({ creator_id }: Pick<Participants, 'creator_id'>, user_id: string): string {
  return creator_id === user_id ? paths.conversations_received : paths.conversations
}
