import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Story } from '#contract/stories.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { wantsLessData } from '#web/lib/less-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { MediaProps } from './media-props.ts'
import { tryOf } from './media-tries.ts'
import { drawnAround } from './neighbours.ts'
import { StoryMedia } from './story-media.tsx'
import type { Player } from './story-player.ts'
import { useRetries } from './use-retries.ts'
import type { useSound } from './use-sound.ts'
import type { Tell } from './use-story-player.ts'

interface StoryLayersProps {
  /** All that play, in their order, and the one that is shown. */
  stories: readonly Story[]
  story: Story
  player: Player
  tell: Tell
  refetch: () => Promise<unknown>
  sound: ReturnType<typeof useSound>
  onDrawn: MediaProps['onDrawn']
  /** Lies on the picture. */
  children: ReactNode
}

/** The media of the story that is shown, of its neighbours unseen beside it, and what stands there while it does not come. */
export function StoryLayers(props: StoryLayersProps) {
  const { stories, story, player, tell, refetch, sound, onDrawn, children } = props
  const { tries, again, onFailed } = useRetries(refetch)

  return (
    <>
      {drawnAround(stories, story, wantsLessData()).map((other) => {
        const { count } = tryOf(tries, other.id)
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
            tell={tell}
            onFailed={onFailed}
            onDrawn={onDrawn}
          />
        )
      })}
      {children}
      {player.holds.includes('loading') && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center">
          {tryOf(tries, story.id).state === 'failed' ? (
            <Failure onAgain={() => again(story.id)} />
          ) : (
            <Spinner size="lg" />
          )}
        </div>
      )}
    </>
  )
}

function Failure({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="pointer-events-auto grid justify-items-center gap-4 rounded-card bg-viewer/70 p-6">
      <p>{t('stories.media_failed')}</p>
      <Button variant="ghost-light" size="sm" icon={<RotateCw aria-hidden="true" />} onClick={onAgain}>
        {t('stories.try_again')}
      </Button>
    </div>
  )
}
