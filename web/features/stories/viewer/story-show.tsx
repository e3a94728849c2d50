import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { type StoryList, useSeeStoryMutation } from '#web/features/stories/queries.ts'
import { hoursLeft } from '#web/features/stories/story-groups.ts'
import { StoryFrame } from './story-frame.tsx'
import { currentOf, type Playable } from './story-player.ts'
import { useAway } from './use-away.ts'
import { useHold } from './use-hold.ts'
import { useLiveStories } from './use-live-stories.ts'
import { useStoryPlayer } from './use-story-player.ts'

export interface StoryShowProps {
  list: StoryList
  /** Where it begins. */
  first: string
  viewer_id: string
  /** Another story is shown. */
  onMove: (id: string) => void
  onClose: () => void
}

/** Stories, one after the other, in the order the list had when it began: those that are seen meanwhile keep their place. */
export function StoryShow({ list, first, viewer_id, onMove, onClose }: StoryShowProps) {
  const [order] = useState(() => list.stories.map(({ id }) => id))
  const { live, now } = useLiveStories(list.stories, list.fetched_at)
  const stories = useMemo(() => {
    const byId = new Map(live.map((story) => [story.id, story]))
    return order.flatMap((id) => byId.get(id) ?? [])
  }, [order, live])
  const { player, tell } = useStoryPlayer(stories.map(playable), first)
  const current = currentOf(player)
  const story = stories.find(({ id }) => id === current?.id)

  useHold(tell, 'away', useAway())
  useSeen(story, !player.holds.includes('loading'))

  const end = useEffectEvent(onClose)
  useEffect(() => {
    if (player.is_over) end()
  }, [player.is_over])

  const shown = useRef(first)
  const move = useEffectEvent(onMove)
  useEffect(() => {
    if (current === undefined || current.id === shown.current) return
    shown.current = current.id
    move(current.id)
  }, [current])

  if (!story || player.is_over) return null
  return (
    <StoryFrame
      stories={stories}
      story={story}
      hours_left={hoursLeft(story, list.fetched_at, now)}
      player={player}
      tell={tell}
      isOwn={story.profile.user.id === viewer_id}
      refetch={list.refetch}
      onClose={onClose}
    />
  )
}

function playable({ id, profile, accessible }: Story): Playable {
  return { id, creator_id: profile.id, locked: !accessible }
}

/** Each story that was really shown is told once. */
function useSeen(story: Story | undefined, isShown: boolean): void {
  const [told] = useState(() => new Set<string>())
  const { mutate } = useSeeStoryMutation()
  const isNew = story?.accessible === true && !story.seen
  const id = story?.id
  const see = useCallback(
    (seen: string) => {
      if (told.has(seen)) return
      told.add(seen)
      mutate(seen)
    },
    [told, mutate],
  )
  useEffect(() => {
    if (id !== undefined && isShown && isNew) see(id)
  }, [id, isShown, isNew, see])
}
