import { describe, expect, it } from 'vitest'
import type { ConversationEvent } from './hub.ts'
import { NewestCounts } from './newest-counts.ts'

function reacted(type: 'reaction_added' | 'reaction_removed', as_of: number, hearts: number, message_id = 'one') {
  const event = {
    type,
    message_id,
    emoji: '❤️',
    reaction_counts: hearts > 0 ? { '❤️': hearts } : {},
    total_reactions: hearts,
    user_id: `user ${as_of}`,
  }
  return { kind: 'conversation', conversation_id: 'c', participants: [], event, as_of } satisfies ConversationEvent
}

describe('Reactions that overtook each other', () => {
  it('A reaction that arrives late keeps its author and gets the newest counts', () => {
    const counts = new NewestCounts()
    const [first, second] = [reacted('reaction_added', 7, 1), reacted('reaction_added', 9, 2)]
    expect(counts.of(second)).toEqual(second.event)
    expect(counts.of(first)).toEqual({ ...first.event, reaction_counts: { '❤️': 2 }, total_reactions: 2 })
    const third = reacted('reaction_removed', 12, 0)
    expect(counts.of(third)).toEqual(third.event)
  })

  it('Counts of another message and events that are no reaction are left as they are', () => {
    const counts = new NewestCounts()
    counts.of(reacted('reaction_added', 9, 2))
    const other = reacted('reaction_added', 7, 1, 'another')
    expect(counts.of(other)).toEqual(other.event)
    const typing = { type: 'typing', user_id: 'bob' } as const
    expect(counts.of({ ...other, event: typing })).toBe(typing)
  })

  it('Counts are remembered for the last messages with reactions only', () => {
    const counts = new NewestCounts()
    counts.of(reacted('reaction_added', 9, 2))
    for (let index = 0; index < 1000; index += 1) counts.of(reacted('reaction_added', 10, 1, `message ${index}`))
    const late = reacted('reaction_added', 7, 1)
    expect(counts.of(late)).toEqual(late.event)
  })
})
