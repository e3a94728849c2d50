import { useEffect, useMemo, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { HOUR_MS } from '#contract/time.ts'
import { accessLeft, hoursLeft } from '#web/features/stories/story-groups.ts'

/** Longer waits do not fit a timer, and nobody looks that long. */
/** Without the stories whose time has run out since the list was fetched, and with the curtain before those one may no longer see. */
export function useLiveStories(stories: readonly Story[], fetched_at: number): { live: Story[]; now: number } {
  const [now, setNow] = useState(() => Date.now())
  const live = useMemo(() => asTheyAre(stories, fetched_at, now), [stories, fetched_at, now])
  const ends = live.flatMap((story) => [hoursLeft(story, fetched_at, now), accessLeft(story, fetched_at, now)])
  const soonest = Math.min(1, ...ends.filter((end) => end > 0)) * HOUR_MS

  // biome-ignore lint/correctness/useExhaustiveDependencies: after every look there is a next one
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.min(soonest, 60_000) + 1)
    return () => clearTimeout(timer)
  }, [soonest, now])

  return { live, now: Math.max(now, fetched_at) }
}

function asTheyAre(stories: readonly Story[], fetched_at: number, now: number): Story[] {
  return stories
    .filter((story) => hoursLeft(story, fetched_at, now) > 0)
    .map((story) =>
      accessLeft(story, fetched_at, now) > 0 ? story : { ...story, accessible: false, media_path: null },
    )
}
