import { useCallback, useEffect, useReducer } from 'react'

/** The retry state of the media of each story, by the story's id. */
export type MediaRetries = Readonly<Record<string, MediaRetry>>

export interface MediaRetry {
  /** How many times the media has been requested again. */
  readonly count: number
  /** After a failure, the list is refetched, or the viewer has to press the button. */
  readonly state: 'rendered' | 'refetching' | 'failed'
}

export type RetryEvent =
  /** The media that was rendered with this count could not be loaded. */
  | { type: 'failed'; id: string; count: number }
  /** The viewer pressed "try again". */
  | { type: 'retried'; id: string }
  /** The list was refetched, and the media is rendered again from it. */
  | { type: 'refetched'; id: string }

export function retryOf(retries: MediaRetries, id: string): MediaRetry {
  return retries[id] ?? NOT_RETRIED
}

const NOT_RETRIED: MediaRetry = { count: 0, state: 'rendered' }

/**
 * Reducer: the first failure is retried automatically, a later one on request. Repeated and outdated events are
 * ignored.
 */
export function retryReducer(retries: MediaRetries, event: RetryEvent): MediaRetries {
  const { count, state } = retryOf(retries, event.id)
  const set = (next: MediaRetry) => ({ ...retries, [event.id]: next })
  switch (event.type) {
    case 'failed':
      if (state !== 'rendered' || event.count !== count) return retries
      return set({ count, state: count === 0 ? 'refetching' : 'failed' })
    case 'retried':
      return set({ count, state: 'refetching' })
    case 'refetched':
      return state === 'refetching' ? set({ count: count + 1, state: 'rendered' }) : retries
  }
}

/**
 * Retries media that cannot be loaded, with a new list: the signed URL of a video may have expired, or the viewer's
 * access may have ended.
 */
export function useMediaRetries(refetch: () => Promise<unknown>) {
  const [retries, dispatch] = useReducer(retryReducer, {})
  const refetching = Object.keys(retries).filter((id) => retryOf(retries, id).state === 'refetching')

  // A string, so that the effect runs once per set of stories: one refetch serves all of them.
  const ids = refetching.join(' ')
  useEffect(() => {
    if (ids === '') return
    let isCancelled = false
    void refetch().then(() => {
      if (!isCancelled) for (const id of ids.split(' ')) dispatch({ type: 'refetched', id })
    })
    return () => {
      isCancelled = true
    }
  }, [ids, refetch])

  const retry = useCallback((id: string) => dispatch({ type: 'retried', id }), [])
  const onFailed = useCallback((id: string, count: number) => dispatch({ type: 'failed', id, count }), [])
  return { retries, retry, onFailed }
}
