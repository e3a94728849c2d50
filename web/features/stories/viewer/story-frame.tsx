import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { isVideo } from '#web/features/stories/story-groups.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { dragDown, usePress } from '#web/ui/overlays/use-press.ts'
import { DeleteStoryDialog } from './delete-story-dialog.tsx'
import { LockedStory } from './locked-story.tsx'
import { OutsideArrows } from './outside-arrows.tsx'
import { StoryBars } from './story-bars.tsx'
import { StoryCaption } from './story-caption.tsx'
import { StoryHeader } from './story-header.tsx'
import { StoryLayers } from './story-layers.tsx'
import type { Player } from './story-player.ts'
import { TapZones } from './tap-zones.tsx'
import { useBackdrop } from './use-backdrop.ts'
import { useHold } from './use-hold.ts'
import { useSound } from './use-sound.ts'
import { useStoryKeys } from './use-story-keys.ts'
import type { Tell } from './use-story-player.ts'

export interface StoryFrameProps {
  /** All that play, in their order, and the one that is shown. */
  stories: readonly Story[]
  story: Story
  hours_left: number
  player: Player
  tell: Tell
  isOwn: boolean
  refetch: () => Promise<unknown>
  onClose: () => void
}

/** One story on the stage, with everything that can be done with it. */
export function StoryFrame(props: StoryFrameProps) {
  const { stories, story, hours_left, player, tell, isOwn, refetch, onClose } = props
  const { t } = useTranslation()
  // The one that was asked about, whatever is shown meanwhile. When it goes by itself there is nothing left to ask.
  const [asked, setAsked] = useState<string | null>(null)
  const isDeleting = stories.some(({ id }) => id === asked)
  const backdrop = useBackdrop()
  const sound = useSound()
  useHold(tell, 'dialog', isDeleting)

  const isPaused = player.holds.includes('paused')
  const next = () => tell({ type: 'next' })
  const previous = () => tell({ type: 'previous' })
  const togglePause = () => tell({ type: isPaused ? 'release' : 'hold', why: 'paused' })
  const pause = story.accessible ? togglePause : null
  const mute = story.media_path !== null && isVideo(story.media_path) ? sound.toggle : null
  useStoryKeys({ previous, next, pause, mute }, isDeleting)

  const press = usePress({
    onPress: () => tell({ type: 'hold', why: 'pressed' }),
    onRelease: () => tell({ type: 'release', why: 'pressed' }),
    onSwipe: (where) => {
      if (where === 'down') onClose()
      else tell({ type: where === 'left' ? 'next_creator' : 'previous_creator' })
    },
  })

  const own = stories.filter(({ profile }) => profile.id === story.profile.id)
  const index = own.findIndex(({ id }) => id === story.id)
  const unfold = useCallback((isOpen: boolean) => tell({ type: isOpen ? 'hold' : 'release', why: 'reading' }), [tell])

  return (
    <FocusKeeper story_id={story.id}>
      <canvas ref={backdrop.canvas} hidden={backdrop.lit !== story.id} className="story-backdrop" />
      {!story.accessible && <div className="story-backdrop story-velvet" />}
      <p role="status" className="sr-only">
        {t('stories.position', { name: story.profile.user.username, index: index + 1, count: own.length })}
        {!story.accessible && `, ${t('stories.private')}`}
      </p>
      <div
        aria-busy={player.holds.includes('loading')}
        className="relative h-full w-full overflow-hidden motion-safe:translate-y-(--drag) framed:h-[min(100%-64px,780px)] framed:w-story framed:rounded-card"
        style={{ ['--drag' as string]: `${dragDown(press.way)}px` }}
      >
        <StoryLayers {...{ stories, story, player, tell, refetch }} sound={sound} onDrawn={backdrop.draw}>
          <TapZones press={press} onToggle={pause} onPrevious={previous} onNext={next} />
        </StoryLayers>
        {!story.accessible && <LockedStory username={story.profile.user.username} />}
        <div className="story-scrim-top pointer-events-none absolute inset-x-0 top-0 px-3.5 pt-[calc(14px+env(safe-area-inset-top,0px))] pb-37.5 low:story-sides low:pb-8">
          <StoryBars count={own.length} index={index} progress={player.progress} />
          <StoryHeader
            story={story}
            hours_left={hours_left}
            pause={pause && { isPaused, onToggle: pause }}
            sound={mute && { isMuted: sound.isMuted, onToggle: mute }}
            onDelete={isOwn ? () => setAsked(story.id) : null}
            onClose={onClose}
          />
        </div>
        {story.accessible && (
          <StoryCaption
            key={`${story.id} ${player.round}`}
            description={story.description}
            video={player.video_ms > 0 ? timesOf(player) : null}
            onUnfold={unfold}
          />
        )}
      </div>
      <OutsideArrows onPrevious={previous} onNext={next} />
      <DeleteStoryDialog
        open={isDeleting}
        onClose={() => setAsked(null)}
        id={asked}
        onDelete={(id) => tell({ type: 'delete', id })}
      />
    </FocusKeeper>
  )
}

/** A short video stays at its end while the rest of its five seconds runs. */
function timesOf({ progress, duration_ms, video_ms }: Player) {
  return { played_ms: Math.min(video_ms, (progress * duration_ms) / 100), video_ms }
}

/** When the control that had the focus is not there with the next story, the stage has it again. */
function FocusKeeper({ story_id, children }: { story_id: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: to be looked at with every story
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.closest<HTMLElement>('[role=dialog]')?.focus()
  }, [story_id])
  return (
    <div ref={box} className="absolute inset-0 flex items-center justify-center">
      {children}
    </div>
  )
}
