import { useCallback } from 'react'
import type { Story } from '#contract/stories.ts'
import { isVideo } from '#web/features/stories/story-groups.ts'
import type { MediaProps } from './media-props.ts'
import { StoryPicture } from './story-picture.tsx'
import { StoryVideo, type StoryVideoProps } from './story-video.tsx'

interface StoryMediaProps
  extends Pick<MediaProps, 'isShown' | 'round' | 'tell' | 'onDrawn'>,
    Pick<StoryVideoProps, 'runs' | 'isMuted' | 'played_ms' | 'onSoundRefused'> {
  story: Story
  /** How often it was asked for anew. */
  count: number
  onFailed: (id: string, count: number) => void
}

/** What there is to be seen of a story. */
export function StoryMedia({ story, count, onFailed, ...rest }: StoryMediaProps) {
  const { id, media_path: path, description, protected: isProtected } = story
  const { runs, isMuted, played_ms, onSoundRefused, ...common } = rest
  const fail = useCallback(() => onFailed(id, count), [onFailed, id, count])
  if (path === null) return null
  const media = { ...common, id, path, description, isProtected, onFailed: fail }
  return isVideo(path) ? (
    <StoryVideo {...media} {...{ runs, isMuted, played_ms, onSoundRefused }} />
  ) : (
    <StoryPicture {...media} />
  )
}
