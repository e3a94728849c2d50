import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { type StoryList, useSeeStoryMutation } from '#web/features/stories/queries.ts'
import { currentOf, type Playable } from './player/story-player.ts'
import { useHold, useStoryPlayer, useWindowInactive } from './player/use-story-player.ts'
import { StoryFrame } from './story-frame.tsx'
import { hoursLeft, useLiveStories } from './story-time.ts'

export interface StoryShowProps {
  list: StoryList
  /** The id of the story to start with. */
  first: string
  viewer_id: string
  /** The player went to another story. */
  onMove: (id: string) => void
  onClose: () => void
}

/**
 * Plays stories in the order that the list had at the start: a refetch, which puts seen stories last, does not reorder
 * them.
 */
export function StoryShow({ list, first, viewer_id, onMove, onClose }: StoryShowProps) {
  const [order] = useState(() => list.stories.map(({ id }) => id))
  const { live, now } = useLiveStories(list.stories, list.fetched_at)
  const stories = useMemo(() => {
    const byId = new Map(live.map((story) => [story.id, story]))
    return order.flatMap((id) => byId.get(id) ?? [])
  }, [order, live])
  const { player, dispatch } = useStoryPlayer(stories.map(playable), first)
  const current = currentOf(player)
  const story = stories.find(({ id }) => id === current?.id)

  useHold(dispatch, 'away', useWindowInactive())
  useSeen(story, !player.holds.includes('loading'))

  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (player.is_over) close()
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
      dispatch={dispatch}
      isOwn={story.profile.user.id === viewer_id}
      refetch={list.refetch}
      onClose={onClose}
    />
  )
}

function playable({ id, profile, accessible }: Story): Playable {
  return { id, creator_id: profile.id, locked: !accessible }
}

/** Reports each story as seen, once, and only after its media was shown. */
function useSeen(story: Story | undefined, isShown: boolean): void {
  const [reported] = useState(() => new Set<string>())
  const { mutate } = useSeeStoryMutation()
  const isNew = story?.accessible === true && !story.seen
  const id = story?.id
  const see = useCallback(
    (seen: string) => {
      if (reported.has(seen)) return
      reported.add(seen)
      mutate(seen)
    },
    [reported, mutate],
  )
  useEffect(() => {
    if (id !== undefined && isShown && isNew) see(id)
  }, [id, isShown, isNew, see])
}
