import { describe, expect, test } from 'vitest'
import { type MediaTries, type TryEvent, tryAgain, tryOf } from './media-tries.ts'

function outcome(...events: TryEvent[]): MediaTries {
  return events.reduce<MediaTries>(tryAgain, {})
}

const FIRST_FAILS: TryEvent = { type: 'failed', id: 'a', count: 0 }
const LISTED: TryEvent = { type: 'listed', id: 'a' }
const SECOND_FAILS: TryEvent = { type: 'failed', id: 'a', count: 1 }

describe('The media of a story that does not come', () => {
  test('is asked for once more by itself, and drawn from the new list', () => {
    expect(tryOf(outcome(FIRST_FAILS), 'a')).toEqual({ count: 0, state: 'asking' })
    expect(tryOf(outcome(FIRST_FAILS, LISTED), 'a')).toEqual({ count: 1, state: 'drawn' })
  })

  test('a second time waits until somebody asks, and then is drawn again', () => {
    const failed = outcome(FIRST_FAILS, LISTED, SECOND_FAILS)
    expect(tryOf(failed, 'a').state).toBe('failed')
    const asked = tryAgain(failed, { type: 'asked', id: 'a' })
    expect(tryOf(asked, 'a').state).toBe('asking')
    expect(tryOf(tryAgain(asked, LISTED), 'a')).toEqual({ count: 2, state: 'drawn' })
  })

  test('is heard once, however often and however late it is told', () => {
    const once = outcome(FIRST_FAILS)
    expect(tryAgain(once, FIRST_FAILS)).toBe(once)
    const anew = outcome(FIRST_FAILS, LISTED)
    expect(tryAgain(anew, FIRST_FAILS)).toBe(anew)
    expect(tryAgain(anew, LISTED)).toBe(anew)
  })

  test('says nothing about another story', () => {
    expect(tryOf(outcome(FIRST_FAILS, LISTED, SECOND_FAILS), 'b')).toEqual({ count: 0, state: 'drawn' })
  })
})
