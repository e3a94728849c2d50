import { describe, expect, test } from 'vitest'
import { type MediaRetries, type RetryEvent, retryOf, retryReducer } from './media-retries.ts'

function outcome(...events: RetryEvent[]): MediaRetries {
  return events.reduce<MediaRetries>(retryReducer, {})
}

const FIRST_FAILS: RetryEvent = { type: 'failed', id: 'a', count: 0 }
const REFETCHED: RetryEvent = { type: 'refetched', id: 'a' }
const SECOND_FAILS: RetryEvent = { type: 'failed', id: 'a', count: 1 }

describe('Retries of story media', () => {
  test('Story media that fails to load is requested once more, with a new list', () => {
    expect(retryOf(outcome(FIRST_FAILS), 'a')).toEqual({ count: 0, state: 'refetching' })
    expect(retryOf(outcome(FIRST_FAILS, REFETCHED), 'a')).toEqual({ count: 1, state: 'rendered' })
  })

  test('Story media that fails again waits for the viewer to press “try again”', () => {
    const failed = outcome(FIRST_FAILS, REFETCHED, SECOND_FAILS)
    expect(retryOf(failed, 'a').state).toBe('failed')
    const retried = retryReducer(failed, { type: 'retried', id: 'a' })
    expect(retryOf(retried, 'a').state).toBe('refetching')
    expect(retryOf(retryReducer(retried, REFETCHED), 'a')).toEqual({ count: 2, state: 'rendered' })
  })

  test('Repeated and outdated failures of story media are ignored', () => {
    const once = outcome(FIRST_FAILS)
    expect(retryReducer(once, FIRST_FAILS)).toBe(once)
    const anew = outcome(FIRST_FAILS, REFETCHED)
    expect(retryReducer(anew, FIRST_FAILS)).toBe(anew)
    expect(retryReducer(anew, REFETCHED)).toBe(anew)
  })

  test('A failure of story media does not affect another story', () => {
    expect(retryOf(outcome(FIRST_FAILS, REFETCHED, SECOND_FAILS), 'b')).toEqual({ count: 0, state: 'rendered' })
  })
})
