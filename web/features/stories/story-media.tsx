import type { Story } from '#contract/stories.ts'
import type { MediaProps } from './media-props.ts'
import { isVideo } from './story-groups.ts'
import { StoryPicture, type StoryPictureProps } from './story-picture.tsx'
import { StoryVideo } from './story-video.tsx'

interface StoryMediaProps extends Pick<MediaProps, 'isShown' | 'tell' | 'onFailed'> {
  story: Story
  /** Whether its time runs. */
  runs: boolean
  onDrawn: StoryPictureProps['onDrawn']
  isMuted: boolean
  /** Changes when the story begins again. */
  round: number
  /** How far the story that is shown has come. */
  played_ms: number
}

/** What there is to be seen of a story. */
export function StoryMedia({ story, runs, isMuted, round, played_ms, onDrawn, ...rest }: StoryMediaProps) {
  if (story.media_path === null) return null
  const media = {
    ...rest,
    id: story.id,
    path: story.media_path,
    description: story.description,
    isProtected: story.protected,
  }
  return isVideo(story.media_path) ? (
    <StoryVideo {...media} runs={runs} isMuted={isMuted} round={round} played_ms={played_ms} />
  ) : (
    <StoryPicture {...media} onDrawn={onDrawn} />
  )
}
