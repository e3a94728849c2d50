import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Post } from '#contract/posts.ts'
import { askAgain, endAccess } from './posts-cache.ts'

/** The longest time a browser can be told to wait; a longer one it takes for none at all. */
const LONGEST_MS = 2 ** 31 - 1
const WRONG_CLOCK_MS = 60_000

/** Draws the curtain on an open page when the end that the server named has come. */
export function useAccessEnd({ id, file, accessible_until }: Pick<Post, 'id' | 'file' | 'accessible_until'>): void {
  const client = useQueryClient()
  const until = file === null ? null : accessible_until
  const end = useEffectEvent(() => endAccess(client, id))

  useEffect(() => {
    if (until === null) return
    const ends = Date.parse(until)
    let timer: ReturnType<typeof setTimeout>
    // The server gives the picture out, though by this clock it is over. One of the two is wrong, and it is not the server.
    const isClockWrong = ends <= Date.now()

    function wait() {
      const left = isClockWrong ? WRONG_CLOCK_MS : ends - Date.now()
      timer = setTimeout(look, Math.min(left, LONGEST_MS))
    }

    function look() {
      if (isClockWrong) askAgain(client)
      else if (ends <= Date.now()) return end()
      wait()
    }

    wait()
    return () => clearTimeout(timer)
  }, [client, until])
}
