import type { ConversationSummary } from '#contract/conversations.ts'
import { paths } from '#contract/paths.ts'
import { useCachedValue } from '#web/lib/queries/use-cached-value.ts'
import type { Thread } from './thread-cache.ts'
import { threadKey } from './thread-queries.ts'

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
 * has a name but no profile page any more. A fan has a portrait only if they have a page of their own.
 */
export function counterpart(
  { creator_id, creator, initiator, is_closed }: Participants,
  user_id: string,
  unnamed: string,
): Counterpart {
  const [other, profile_pic] =
    creator_id === user_id ? [initiator, initiator.profile_pic ?? null] : [creator, creator.profile.profile_pic]
  const username = creator_id === user_id || is_closed ? null : creator.username
  const known_name = other.is_deleted ? null : other.username
  return { name: known_name ?? unnamed, profile_pic, username, known_name }
}

/** Back leads the creator of a conversation to the received ones, and a fan to the own ones. */
export function backPath({ creator_id }: Pick<Participants, 'creator_id'>, user_id: string): string {
  return creator_id === user_id ? paths.conversations_received : paths.conversations
}

/** A fan as their creator knows them. */
export interface KnownFan {
  username: string
  isBlocked: boolean
}

/**
 * The fan of a conversation that is open, for its creator. Null for the fan, until the thread is loaded, and if the fan is
 * gone, frozen or blocks the creator.
 */
export function useFanOf(conversation_id: string, user_id: string): KnownFan | null {
  const found = useCachedValue((client) => {
    const conversation = client.getQueryData<Thread>(threadKey(conversation_id))?.conversation
    if (conversation?.creator_id !== user_id) return undefined
    const { known_name } = counterpart(conversation, user_id, '')
    return known_name === null ? undefined : `${conversation.is_blocked ? '!' : '='}${known_name}`
  })
  return found === undefined ? null : { username: found.slice(1), isBlocked: found.startsWith('!') }
}
