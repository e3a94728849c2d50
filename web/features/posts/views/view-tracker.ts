import { insights, VIEWED_POSTS_MAX } from '#contract/insights.ts'
import { SECOND_MS } from '#contract/time.ts'
import { headersOf, settle, urlOf } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { isDataSaverOn } from '#web/lib/data-saver.ts'
import { sessionToken, subscribeToSession } from '#web/lib/session.ts'

/** A picture counts as seen after this time, of which at least half is visible or which fills half of the window. */
const SEEN_AFTER_MS = SECOND_MS
const HALF = 0.5
/** What was seen is collected for a while, and sent together. With the data saver on, when the page is left. */
const SEND_AFTER_MS = 5 * SECOND_MS
/** If the server cannot be reached, no more than this is kept for later. */
const KEPT_MAX = 200

const ids = new WeakMap<Element, string>()
const timers = new Map<Element, ReturnType<typeof setTimeout>>()
/** What was seen and is not sent; and what was sent in this session, which need not be sent again. */
const waiting = new Set<string>()
const sent = new Set<string>()
let sending: ReturnType<typeof setTimeout> | undefined
let observer: IntersectionObserver | undefined

/** Watches the picture of a post until the returned function is called. */
export function watch(box: Element, id: string): () => void {
  observer ??= start()
  ids.set(box, id)
  observer.observe(box)
  return () => {
    observer?.unobserve(box)
    leave(box)
  }
}

function start(): IntersectionObserver {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    for (const box of timers.keys()) leave(box)
    send()
  })
  addEventListener('pagehide', send)
  // What somebody has seen is not told in the name of the next one.
  subscribeToSession(() => {
    if (sessionToken() !== null) return
    waiting.clear()
    sent.clear()
  })
  return new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (isHalfVisible(entry)) enter(entry.target)
        else leave(entry.target)
      }
    },
    { threshold: [0, 0.1, 0.2, 0.3, 0.4, HALF, 0.75, 1] },
  )
}

/** A picture that is higher than the window is never visible by half. */
function isHalfVisible({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= HALF || intersectionRect.height >= (rootBounds?.height ?? innerHeight) * HALF
}

function enter(box: Element): void {
  if (timers.has(box)) return
  timers.set(
    box,
    setTimeout(() => {
      timers.delete(box)
      const id = ids.get(box)
      if (id !== undefined && document.visibilityState === 'visible') see(id)
    }, SEEN_AFTER_MS),
  )
}

function leave(box: Element): void {
  clearTimeout(timers.get(box))
  timers.delete(box)
}

function see(id: string): void {
  if (sent.has(id) || waiting.size >= KEPT_MAX) return
  waiting.add(id)
  if (waiting.size >= VIEWED_POSTS_MAX) send()
  else if (!isDataSaverOn()) sending ??= setTimeout(send, SEND_AFTER_MS)
}

function send(): void {
  clearTimeout(sending)
  sending = undefined
  const post_ids = [...waiting].slice(0, VIEWED_POSTS_MAX)
  if (post_ids.length === 0) return
  for (const id of post_ids) {
    waiting.delete(id)
    sent.add(id)
  }
  tell({ body: { post_ids } }).catch((error: unknown) => {
    // Without a network, or while the server is away, it is sent with the next ones. What is refused is not sent again.
    const isRefused = error instanceof ApiError && error.status < 500
    for (const id of isRefused ? [] : post_ids) {
      sent.delete(id)
      waiting.add(id)
    }
  })
}

/** With `keepalive`, so that the browser sends it although the page is closed. */
async function tell(input: { body: { post_ids: string[] } }): Promise<void> {
  const endpoint = insights.count_views
  const token = sessionToken()
  const response = await fetch(urlOf(endpoint, undefined), {
    method: endpoint.method,
    headers: headersOf(token, input),
    body: JSON.stringify(input.body),
    keepalive: true,
  })
  await settle(endpoint, response, token)
}
