import type { Conversation, ConversationSummary } from '#contract/conversations.ts'
import { type Person, world } from '#tests/support/world.ts'

/** A world with two creators, and the calls that people make in conversations with them. */
export async function messagingWorld() {
  const made = await world()
  const { ctx, creator, member, subscribe } = made
  const [amy, zoe] = [await creator('amy'), await creator('zoe')]

  /** A member who subscribes to Amy for a year. */
  async function fan(name: string): Promise<Person> {
    const person = await member(name)
    await subscribe(person, amy, 365)
    return person
  }

  const start = (person: Person, creator_id: unknown, content: unknown = 'Hello', more = {}) =>
    person.ask('POST', '/conversations', { creator_id, content, ...more })
  const say = (person: Person, id: string, content: unknown = 'Hello', more = {}) =>
    person.ask('POST', `/conversations/${id}/messages`, { content, ...more })
  const open = async (person: Person, id: string, query = ''): Promise<Conversation> =>
    (await person.ask('GET', `/conversations/${id}${query}`)).body
  const inbox = async (person: Person, list: '' | '/received' = ''): Promise<ConversationSummary[]> =>
    (await person.ask('GET', `/conversations${list}`)).body
  const storedMessages = async (conversation_id: string) =>
    await ctx.db<{ position: number; content: string; created_at: Date; id: string }[]>`
      select position, content, created_at, id from messages where conversation_id = ${conversation_id} order by position`

  return { ...made, amy, zoe, fan, start, say, open, inbox, storedMessages }
}
