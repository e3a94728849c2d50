import { useCallback, useEffect, useReducer } from 'react'
import { tryAgain, tryOf } from './media-tries.ts'

/**
 * Media that does not come is asked for once more by itself, with a new list: a video's ticket may have run out, or
 * access may have ended. After that it takes a press.
 */
export function useRetries(refetch: () => Promise<unknown>) {
  const [tries, hear] = useReducer(tryAgain, {})
  const asking = Object.keys(tries).filter((id) => tryOf(tries, id).state === 'asking')

  // A list that is asked for twice is fetched once.
  const ids = asking.join(' ')
  useEffect(() => {
    if (ids === '') return
    let left = false
    void refetch().then(() => {
      if (!left) for (const id of ids.split(' ')) hear({ type: 'listed', id })
    })
    return () => {
      left = true
    }
  }, [ids, refetch])

  const again = useCallback((id: string) => hear({ type: 'asked', id }), [])
  const onFailed = useCallback((id: string, count: number) => hear({ type: 'failed', id, count }), [])
  return { tries, again, onFailed }
}
