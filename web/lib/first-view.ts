import type { QueryClient } from '@tanstack/react-query'
import { SECOND_MS } from '#contract/time.ts'
import { sessionToken } from './session.ts'
import { writeItem } from './storage.ts'

/**
 * The first view of a member: what the page shows before it is scrolled. Until it is there, nothing is fetched ahead,
 * because on a slow connection that would take its turn. Visitors do not wait: their pages are prerendered.
 */

/** The script in index.html reads it: the fonts of an earlier visit are in the cache, so the first view has them. */
const VISITED_KEY = 'visited'
/** A page that never settles waits so long. */
const LONGEST_MS = 10 * SECOND_MS
const LOOK_AGAIN_MS = 200

let isShown = false
let isTimed = false
const waiting: (() => void)[] = []

export function isFirstViewShown(): boolean {
  return isShown || sessionToken() === null
}

/** Calls back when the first view is there, at once if it already is, or if nobody is signed in. */
export function afterFirstView(task: () => void): void {
  if (isFirstViewShown()) {
    task()
    return
  }
  waiting.push(task)
  if (!isTimed) setTimeout(showFirstView, LONGEST_MS)
  isTimed = true
}

function showFirstView(): void {
  if (isShown) return
  isShown = true
  delete document.documentElement.dataset.firstView
  writeItem('localStorage', VISITED_KEY, '1')
  for (const task of waiting.splice(0)) task()
}

/** Call it when a page of a member is rendered: it looks until nothing is fetched and no picture in view is loading. */
export function watchFirstView(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout>
  function look() {
    if (isShown) return
    if (client.isFetching() === 0 && !isPictureLoading()) showFirstView()
    else timer = setTimeout(look, LOOK_AGAIN_MS)
  }
  timer = setTimeout(look, LOOK_AGAIN_MS)
  return () => clearTimeout(timer)
}

function isPictureLoading(): boolean {
  return [...document.images].some((image) => {
    const { top, bottom, left, right, width } = image.getBoundingClientRect()
    const isInView = width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    return isInView && !image.complete
  })
}
