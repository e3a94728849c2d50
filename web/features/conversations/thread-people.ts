import type { ConversationSummary } from '#contract/conversations.ts'
import { paths } from '#contract/paths.ts'

export interface Counterpart {
  name: string
  profile_pic: string | null
  /** Of who has a page. */
  username: string | null
}

type Participants = Pick<ConversationSummary, 'creator_id' | 'creator' | 'initiator' | 'is_closed'>

/**
 * Whom one talks to; `nameless` stands for who was erased. Who leaves has no page any more, though still a name. Fans have
 * no portrait: only creators have a page to show one on.
 */
export function counterpart(
  { creator_id, creator, initiator, is_closed }: Participants,
  user_id: string,
  nameless: string,
): Counterpart {
  const [other, profile_pic] = creator_id === user_id ? [initiator, null] : [creator, creator.profile.profile_pic]
  const username = creator_id === user_id || is_closed ? null : creator.username
  return { name: other.is_deleted ? nameless : other.username, profile_pic, username }
}

/** A creator goes back to what was received, everybody else to what they started. */
export function wayBack({ creator_id }: Pick<Participants, 'creator_id'>, user_id: string): string {
  return creator_id === user_id ? paths.conversations_received : paths.conversations
}
