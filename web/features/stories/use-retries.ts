import { useCallback, useState } from 'react'

/** How often each story's media was asked for anew, and which of them do not come. */
interface Tries {
  count: Readonly<Record<string, number>>
  failed: readonly string[]
}

/**
 * Media that does not come is asked for once more by itself, with a new list: a video's ticket may have run out, or
 * access may have ended. After that it takes a press.
 */
export function useRetries(refetch: () => Promise<unknown>) {
  const [tries, setTries] = useState<Tries>({ count: {}, failed: [] })

  const again = useCallback(
    async (id: string) => {
      await refetch()
      setTries(({ count, failed }) => ({
        count: { ...count, [id]: (count[id] ?? 0) + 1 },
        failed: failed.filter((other) => other !== id),
      }))
    },
    [refetch],
  )

  const { count } = tries
  const onFailed = useCallback(
    (id: string) => {
      if (count[id] === undefined) void again(id)
      else setTries((before) => ({ ...before, failed: [...before.failed, id] }))
    },
    [count, again],
  )

  return { tries, again, onFailed }
}
