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
}

/** What there is to be seen of a story. */
export function StoryMedia({ story, runs, isMuted, round, onDrawn, ...rest }: StoryMediaProps) {
  if (story.media_path === null) return null
  const media = {
    ...rest,
    id: story.id,
    path: story.media_path,
    description: story.description,
    isProtected: story.protected,
  }
  return isVideo(story.media_path) ? (
    <StoryVideo {...media} runs={runs} isMuted={isMuted} round={round} />
  ) : (
    <StoryPicture {...media} onDrawn={onDrawn} />
  )
}
