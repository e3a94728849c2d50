import { CONVERSATION_CHANNEL } from '../contract/live.ts'
import { connect } from '../server/db/connect.ts'
import { claimUsername } from '../server/store/accounts/usernames.ts'
import { insertUser } from '../server/store/accounts/users.ts'
import { hashSecret, newId, newSecret } from '../server/store/ids.ts'
import { insertProfile } from '../server/store/profiles.ts'
import { insertSession } from '../server/store/sessions.ts'
import { grantSubscription } from '../server/store/subscriptions/periods.ts'
import { openConversation } from '../tests/support/database/conversation-rows.ts'

export interface Participant {
  id: string
  token: string
}

export interface Pair {
  fan: Participant
  creator: Participant
  conversation_id: string
}

/** Creates pairs of a fan and a creator with a conversation. All are signed in, and nobody has a password. */
export async function createPairs(url: string, count: number): Promise<Pair[]> {
  const db = connect(url, { max: 4 })
  const now = new Date()
  const join = async (name: string): Promise<Participant> => {
    const id = newId(now)
    const token = newSecret()
    const email = `${name}@loge.test`
    await insertUser(db, {
      id,
      email,
      email_key: email,
      username: name,
      password_hash: 'none',
      locale: null,
      created_at: now,
    })
    await claimUsername(db, id, name, now)
    const token_hash = hashSecret(token)
    await insertSession(db, {
      id: newId(now),
      user_id: id,
      token_hash,
      user_agent: 'bench',
      signed_in_with: 'password',
      now,
    })
    return { id, token }
  }
  const pairs = Array.from({ length: count }, async (_, index) => {
    const [fan, creator] = [await join(`fan-${index}`), await join(`creator-${index}`)]
    await insertProfile(db, { id: creator.id, bio: '', created_at: now })
    await grantSubscription(db, { id: newId(now), fan_id: fan.id, profile_id: creator.id, days: 30, now })
    return { fan, creator, conversation_id: await openConversation(db, { fan, creator }) }
  })
  try {
    return await Promise.all(pairs)
  } finally {
    await db.end()
  }
}

export function cableUrl(url: string, token: string): string {
  return `${url.replace('http', 'ws')}/api/cable?token=${token}`
}

export function channelOf({ conversation_id }: Pair): string {
  return JSON.stringify({ channel: CONVERSATION_CHANNEL, conversation_id })
}
