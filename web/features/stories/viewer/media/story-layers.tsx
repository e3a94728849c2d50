import { RotateCw } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import type { Story } from '#contract/stories.ts'
import { isVideo } from '#web/features/stories/story-groups.ts'
import type { Player } from '#web/features/stories/viewer/player/story-player.ts'
import type { PlayerDispatch } from '#web/features/stories/viewer/player/use-story-player.ts'
import { isDataSaverOn } from '#web/lib/data-saver.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { MediaProps } from './media-props.ts'
import { retryOf, useMediaRetries } from './media-retries.ts'
import type { useSound } from './sound.ts'
import { StoryPicture } from './story-picture.tsx'
import { StoryVideo, type StoryVideoProps } from './story-video.tsx'

interface StoryLayersProps {
  /** All stories of the player, in order, and the current one. */
  stories: readonly Story[]
  story: Story
  player: Player
  dispatch: PlayerDispatch
  refetch: () => Promise<unknown>
  sound: ReturnType<typeof useSound>
  onDrawn: MediaProps['onDrawn']
  /** Is rendered above the media, and below the spinner and the error message. */
  children: ReactNode
}

/** The media of the current story, the preloaded media of its neighbours, and a spinner or an error while it is missing. */
export function StoryLayers(props: StoryLayersProps) {
  const { stories, story, player, dispatch, refetch, sound, onDrawn, children } = props
  const { retries, retry, onFailed } = useMediaRetries(refetch)

  return (
    <>
      {withNeighbours(stories, story, isDataSaverOn()).map((other) => {
        const { count } = retryOf(retries, other.id)
        return (
          <StoryMedia
            key={`${other.id} ${count}`}
            story={other}
            count={count}
            isShown={other === story}
            runs={player.holds.every((why) => why === 'loading')}
            isMuted={sound.isMuted}
            onSoundRefused={sound.refuse}
            round={player.round}
            played_ms={player.played_ms}
            dispatch={dispatch}
            onFailed={onFailed}
            onDrawn={onDrawn}
          />
        )
      })}
      {children}
      {player.holds.includes('loading') && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center">
          {retryOf(retries, story.id).state === 'failed' ? (
            <Failure onRetry={() => retry(story.id)} />
          ) : (
            <Spinner size="lg" />
          )}
        </div>
      )}
    </>
  )
}

/** Preloading: the current story, and the ones before and after it unless the viewer saves data. */
export function withNeighbours<T>(stories: readonly T[], current: T, savesData: boolean): readonly T[] {
  if (savesData) return [current]
  const index = stories.indexOf(current)
  return stories.slice(Math.max(0, index - 1), index + 2)
}

interface StoryMediaProps
  extends Pick<MediaProps, 'isShown' | 'round' | 'dispatch' | 'onDrawn'>,
    Pick<StoryVideoProps, 'runs' | 'isMuted' | 'played_ms' | 'onSoundRefused'> {
  story: Story
  /** How many times the media has been requested again. */
  count: number
  onFailed: (id: string, count: number) => void
}

/** The picture or the video of a story; nothing if it is locked. */
function StoryMedia({ story, count, onFailed, ...rest }: StoryMediaProps) {
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

function Failure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="pointer-events-auto grid justify-items-center gap-4 rounded-card bg-viewer/70 p-6">
      <p>{t('stories.media_failed')}</p>
      <Button variant="ghost-light" size="sm" icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
        {t('stories.try_again')}
      </Button>
    </div>
  )
}
