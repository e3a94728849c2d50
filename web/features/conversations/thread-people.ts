import type { ConversationSummary } from '#contract/conversations.ts'
import { paths } from '#contract/paths.ts'

export interface Counterpart {
  name: string
  profile_pic: string | null
  /** Null if this person has no profile page. */
  username: string | null
  /** Null if the account is gone, or blocks the viewer. */
  known_name: string | null
}

type Participants = Pick<ConversationSummary, 'creator_id' | 'creator' | 'initiator' | 'is_closed'>

/**
 * The other participant of a conversation. An account that is erased, or that blocks the viewer, is called `unnamed`. An account with a deletion request
 * has a name but no profile page any more. Fans have no portrait, because only creators have a profile page.
 */
export function counterpart(
  { creator_id, creator, initiator, is_closed }: Participants,
  user_id: string,
  unnamed: string,
): Counterpart {
  const [other, profile_pic] = creator_id === user_id ? [initiator, null] : [creator, creator.profile.profile_pic]
  const username = creator_id === user_id || is_closed ? null : creator.username
  const known_name = other.is_deleted ? null : other.username
  return { name: known_name ?? unnamed, profile_pic, username, known_name }
}

/** Back leads the creator of a conversation to the received ones, and a fan to the own ones. */
export function backPath({ creator_id }: Pick<Participants, 'creator_id'>, user_id: string): string {
  return creator_id === user_id ? paths.conversations_received : paths.conversations
}
