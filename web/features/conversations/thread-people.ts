import type { ConversationSummary } from '#contract/conversations.ts'
import { paths } from '#contract/paths.ts'

export interface Counterpart {
  name: string
  profile_pic: string | null
  /** Null if this person has no profile page. */
  username: string | null
}

type Participants = Pick<ConversationSummary, 'creator_id' | 'creator' | 'initiator' | 'is_closed'>

/**
 * The other participant of a conversation. An erased account is called `deletedName`. An account with a deletion request
 * has a name but no profile page any more. Fans have no portrait, because only creators have a profile page.
 */
export function counterpart(
  { creator_id, creator, initiator, is_closed }: Participants,
  user_id: string,
  deletedName: string,
): Counterpart {
  const [other, profile_pic] = creator_id === user_id ? [initiator, null] : [creator, creator.profile.profile_pic]
  const username = creator_id === user_id || is_closed ? null : creator.username
  return { name: other.is_deleted ? deletedName : other.username, profile_pic, username }
}

/** Back leads the creator of a conversation to the received ones, and a fan to the own ones. */
export function backPath({ creator_id }: Pick<Participants, 'creator_id'>, user_id: string): string {
  return creator_id === user_id ? paths.conversations_received : paths.conversations
}
