import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { wantsLessData } from '#web/lib/less-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { StoryFrameProps } from './story-frame.tsx'
import { StoryMedia } from './story-media.tsx'
import type { StoryPictureProps } from './story-picture.tsx'
import { useRetries } from './use-retries.ts'

interface StoryLayersProps extends Pick<StoryFrameProps, 'stories' | 'story' | 'player' | 'tell' | 'refetch'> {
  isMuted: boolean
  onDrawn: StoryPictureProps['onDrawn']
  /** Lies on the picture. */
  children: ReactNode
}

/** The media of the story that is shown, of its neighbours unseen beside it, and what stands there while it does not come. */
export function StoryLayers(props: StoryLayersProps) {
  const { stories, story, player, tell, refetch, isMuted, onDrawn, children } = props
  const { t } = useTranslation()
  const { tries, again, onFailed } = useRetries(refetch)
  const isFailed = tries.failed.includes(story.id)
  const place = stories.indexOf(story)
  const drawn = wantsLessData() ? [story] : stories.slice(Math.max(0, place - 1), place + 2)

  return (
    <>
      {drawn.map((other) => (
        <StoryMedia
          key={`${other.id} ${tries.count[other.id] ?? 0}`}
          story={other}
          isShown={other === story}
          runs={player.holds.every((why) => why === 'loading')}
          isMuted={isMuted}
          round={player.round}
          played_ms={player.played_ms}
          tell={tell}
          onFailed={onFailed}
          onDrawn={onDrawn}
        />
      ))}
      {children}
      {player.holds.includes('loading') && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center">
          {isFailed ? (
            <div
              role="alert"
              className="pointer-events-auto grid justify-items-center gap-4 rounded-card bg-viewer/70 p-6"
            >
              <p>{t('stories.media_failed')}</p>
              <Button
                variant="ghost-light"
                size="sm"
                icon={<RotateCw aria-hidden="true" />}
                onClick={() => void again(story.id)}
              >
                {t('stories.try_again')}
              </Button>
            </div>
          ) : (
            <Spinner size="lg" />
          )}
        </div>
      )}
    </>
  )
}
