import { useEffect, useMemo, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { HOUR_MS } from '#contract/time.ts'

/**
 * The remaining time of a story, in hours. It is the server's number minus the time since the response, so that a wrong
 * clock of this device does not matter.
 */
export function hoursLeft({ time_remaining }: Pick<Story, 'time_remaining'>, fetched_at: number, now: number): number {
  return time_remaining - Math.max(0, now - fetched_at) / HOUR_MS
}

/**
 * For how many hours this viewer still has access. Both ends are timestamps of the server, so only their difference
 * counts.
 */
export function accessLeft(story: Story, fetched_at: number, now: number): number {
  const { accessible, accessible_until, expires_at } = story
  if (!accessible) return 0
  const left = hoursLeft(story, fetched_at, now)
  return accessible_until === null ? left : left - (Date.parse(expires_at) - Date.parse(accessible_until)) / HOUR_MS
}

/** Rounds for display: minutes, at least one, if one hour or less is left; otherwise whole hours. */
export function storyTimeLeft(hours: number): { unit: 'minutes' | 'hours'; count: number } {
  if (hours <= 1) return { unit: 'minutes', count: Math.max(1, Math.round(hours * 60)) }
  return { unit: 'hours', count: Math.floor(hours) }
}

/** How often the remaining time is computed again at least, so that the header does not show an old number. */
const REFRESH_MS = 60_000

/** The list without expired stories, and with those locked to which this viewer's access has ended since the response. */
export function useLiveStories(stories: readonly Story[], fetched_at: number): { live: Story[]; now: number } {
  const [now, setNow] = useState(() => Date.now())
  const live = useMemo(() => liveStories(stories, fetched_at, now), [stories, fetched_at, now])
  const ends = live.flatMap((story) => [hoursLeft(story, fetched_at, now), accessLeft(story, fetched_at, now)])
  const soonest = Math.min(1, ...ends.filter((end) => end > 0)) * HOUR_MS

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new value of `now` starts the next timer
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.min(soonest, REFRESH_MS) + 1)
    return () => clearTimeout(timer)
  }, [soonest, now])

  return { live, now: Math.max(now, fetched_at) }
}

function liveStories(stories: readonly Story[], fetched_at: number, now: number): Story[] {
  return stories
    .filter((story) => hoursLeft(story, fetched_at, now) > 0)
    .map((story) =>
      accessLeft(story, fetched_at, now) > 0 ? story : { ...story, accessible: false, media_path: null },
    )
}
