import { type RefCallback, useCallback } from 'react'
import type { Post } from '#contract/posts.ts'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { whenIdle } from '#web/lib/idle.ts'

/**
 * The ref of the box of a post's picture: tells the server that it was seen, for the author's insights. A curtain is
 * not. Nothing is loaded before the page is idle, and nothing depends on it.
 */
export function useViewed({ id, file }: Pick<Post, 'id' | 'file'>): RefCallback<Element> {
  const isVisible = file !== null
  return useCallback(
    (box) => {
      if (!box || !isVisible) return
      let isGone = false
      let stop: (() => void) | undefined
      whenIdle(async () => {
        const { watch } = await withChunkTimeout(import('./view-tracker.ts'))
        if (!isGone) stop = watch(box, id)
      })
      return () => {
        isGone = true
        stop?.()
      }
    },
    [id, isVisible],
  )
}
