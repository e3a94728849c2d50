import { useEffect, useEffectEvent, useState } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import { useReducedMotion } from '#web/ui/use-media-query.ts'
import { useRefreshFeedMutation } from './refresh-feed.ts'

/** How far a finger has to pull, and how far the sign comes down with it. */
const FAR_PX = 72
/** Pulling gets harder: the sign moves half as far as the finger. */
const RESISTANCE = 2

/**
 * Pull to refresh, in the installed app, which has no button to reload. The Home tab does the same for everybody else. With
 * less motion the sign appears at its place and does not follow the finger.
 */
export function PullToRefresh() {
  const pulled = usePull(useRefreshFeedMutation().mutate)
  const isStill = useReducedMotion()
  if (pulled === 0) return null
  const distance = isStill ? FAR_PX : Math.min(pulled, FAR_PX)
  return (
    <div
      aria-hidden="true"
      data-pull
      ref={(sign) => {
        sign?.style.setProperty('translate', `0 ${distance}px`)
        sign?.style.setProperty('opacity', String(Math.min(1, pulled / FAR_PX)))
      }}
      className="pointer-events-none fixed inset-x-0 -top-3 z-header mx-auto grid size-11 place-items-center rounded-full bg-surface text-brass-ink shadow-2"
    >
      <Spinner />
    </div>
  )
}

/** The distance that a finger has pulled the page down from its top. */
function usePull(onFar: () => void): number {
  const [pulled, setPulled] = useState(0)
  const far = useEffectEvent(onFar)

  useEffect(() => {
    let start: number | null = null
    let distance = 0

    function begin({ touches, target }: TouchEvent) {
      const isInOverlay = target instanceof Element && target.closest('[role=dialog]') !== null
      start = touches.length === 1 && scrollY === 0 && !isInOverlay ? (touches[0]?.clientY ?? null) : null
      distance = 0
    }

    function move(event: TouchEvent) {
      const at = event.touches[0]?.clientY
      if (start === null || at === undefined) return
      distance = Math.max(0, (at - start) / RESISTANCE)
      // Otherwise the browser would pull too, and reload the page.
      if (distance > 0 && event.cancelable) event.preventDefault()
      setPulled(distance)
    }

    function end() {
      if (distance >= FAR_PX) far()
      start = null
      distance = 0
      setPulled(0)
    }

    document.addEventListener('touchstart', begin, { passive: true })
    document.addEventListener('touchmove', move, { passive: false })
    document.addEventListener('touchend', end)
    document.addEventListener('touchcancel', end)
    return () => {
      document.removeEventListener('touchstart', begin)
      document.removeEventListener('touchmove', move)
      document.removeEventListener('touchend', end)
      document.removeEventListener('touchcancel', end)
    }
  }, [])

  return pulled
}
