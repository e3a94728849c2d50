import { useRef } from 'react'
import type { Post } from '#contract/posts.ts'
import type { AfterDeletion } from '#web/features/posts/publish/own-post-dialogs.tsx'

/** In the feed the keyboard goes on from the post after the one that is deleted, or before it. */
export function useFeedFocus(): AfterDeletion {
  const neighbour = useRef<Element | null>(null)

  function onDeleted({ id }: Post) {
    const card = document.querySelector(`[role=feed] > article:has(a[href*="post=${CSS.escape(id)}"])`)
    neighbour.current = card?.nextElementSibling ?? card?.previousElementSibling ?? null
  }

  function focusAfter() {
    const control = neighbour.current?.isConnected && neighbour.current.querySelector<HTMLElement>('a, button')
    return control || document.querySelector('main')
  }

  return { onDeleted, focusAfter }
}
