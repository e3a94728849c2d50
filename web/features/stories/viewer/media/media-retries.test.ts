import { describe, expect, test } from 'vitest'
import { type MediaRetries, type RetryEvent, retryOf, retryReducer } from './media-retries.ts'

function outcome(...events: RetryEvent[]): MediaRetries {
  return events.reduce<MediaRetries>(retryReducer, {})
}

const FIRST_FAILS: RetryEvent = { type: 'failed', id: 'a', count: 0 }
const REFETCHED: RetryEvent = { type: 'refetched', id: 'a' }
const SECOND_FAILS: RetryEvent = { type: 'failed', id: 'a', count: 1 }

describe('The media of a story that does not come', () => {
  test('is asked for once more by itself, and drawn from the new list', () => {
    expect(retryOf(outcome(FIRST_FAILS), 'a')).toEqual({ count: 0, state: 'refetching' })
    expect(retryOf(outcome(FIRST_FAILS, REFETCHED), 'a')).toEqual({ count: 1, state: 'rendered' })
  })

  test('a second time waits until somebody asks, and then is drawn again', () => {
    const failed = outcome(FIRST_FAILS, REFETCHED, SECOND_FAILS)
    expect(retryOf(failed, 'a').state).toBe('failed')
    const retried = retryReducer(failed, { type: 'retried', id: 'a' })
    expect(retryOf(retried, 'a').state).toBe('refetching')
    expect(retryOf(retryReducer(retried, REFETCHED), 'a')).toEqual({ count: 2, state: 'rendered' })
  })

  test('is heard once, however often and however late it is told', () => {
    const once = outcome(FIRST_FAILS)
    expect(retryReducer(once, FIRST_FAILS)).toBe(once)
    const anew = outcome(FIRST_FAILS, REFETCHED)
    expect(retryReducer(anew, FIRST_FAILS)).toBe(anew)
    expect(retryReducer(anew, REFETCHED)).toBe(anew)
  })

  test('says nothing about another story', () => {
    expect(retryOf(outcome(FIRST_FAILS, REFETCHED, SECOND_FAILS), 'b')).toEqual({ count: 0, state: 'rendered' })
  })
})
