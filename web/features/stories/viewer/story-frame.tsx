import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { generatePath, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Story } from '#contract/stories.ts'
import { isVideo } from '#web/features/stories/story-groups.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { dragDown, usePress } from '#web/ui/overlays/use-press.ts'
import { Curtain } from '#web/ui/pictures/curtain.tsx'
import { DeleteStoryDialog } from './delete-story-dialog.tsx'
import { useSound } from './media/sound.ts'
import { StoryLayers } from './media/story-layers.tsx'
import { useBackdrop } from './media/use-backdrop.ts'
import type { Player } from './player/story-player.ts'
import { type PlayerDispatch, useHold } from './player/use-story-player.ts'
import { LazySeenBy } from './seen-by/lazy-seen-by.tsx'
import { StoryCaption } from './story-caption.tsx'
import { OutsideArrows, TapZones, useStoryKeys } from './story-controls.tsx'
import { StoryBars, StoryHeader } from './story-header.tsx'

export interface StoryFrameProps {
  /** All stories of the player, in order, and the current one. */
  stories: readonly Story[]
  story: Story
  hours_left: number
  player: Player
  dispatch: PlayerDispatch
  isOwn: boolean
  refetch: () => Promise<unknown>
  onClose: () => void
}

/** The current story with its controls, and the dialog that deletes it. */
export function StoryFrame(props: StoryFrameProps) {
  const { stories, story, hours_left, player, dispatch, isOwn, refetch, onClose } = props
  const { t } = useTranslation()
  // The dialog belongs to this story, whichever is current meanwhile. If the story expires, the dialog closes.
  const [deleteId, setDeleteId] = useState<string | null>(null)
  const isDeleting = stories.some(({ id }) => id === deleteId)
  // So does the list of those who have seen it, which a link can ask for.
  const { state }: { state: { seen_by?: string } | null } = useLocation()
  const [seenById, setSeenById] = useState(state?.seen_by ?? null)
  const isListOpen = isOwn && seenById === story.id
  const backdrop = useBackdrop()
  const sound = useSound()
  // The story is also held while its menu or a dialog of the menu is open.
  const [isMenuActive, setMenuActive] = useState(false)
  const isHeld = isDeleting || isMenuActive || isListOpen
  useHold(dispatch, 'dialog', isHeld)

  const isPaused = player.holds.includes('paused')
  const next = () => dispatch({ type: 'next' })
  const previous = () => dispatch({ type: 'previous' })
  const togglePause = () => dispatch({ type: isPaused ? 'release' : 'hold', why: 'paused' })
  const pause = story.accessible ? togglePause : null
  const mute = story.media_path !== null && isVideo(story.media_path) ? sound.toggle : null
  useStoryKeys({ previous, next, pause, mute }, isHeld)

  const press = usePress({
    onPress: () => dispatch({ type: 'hold', why: 'pressed' }),
    onRelease: () => dispatch({ type: 'release', why: 'pressed' }),
    onSwipe: (where) => {
      if (where === 'down') onClose()
      else dispatch({ type: where === 'left' ? 'next_creator' : 'previous_creator' })
    },
  })

  const own = stories.filter(({ profile }) => profile.id === story.profile.id)
  const index = own.findIndex(({ id }) => id === story.id)
  const expand = useCallback(
    (isOpen: boolean) => dispatch({ type: isOpen ? 'hold' : 'release', why: 'reading' }),
    [dispatch],
  )

  return (
    <FocusKeeper story_id={story.id}>
      <canvas ref={backdrop.canvas} hidden={backdrop.drawnId !== story.id} className="story-backdrop" />
      {!story.accessible && <div className="story-backdrop story-velvet" />}
      <p role="status" className="sr-only">
        {t('stories.position', { name: story.profile.user.username, index: index + 1, count: own.length })}
        {!story.accessible && `, ${t('stories.private')}`}
      </p>
      <div
        aria-busy={player.holds.includes('loading')}
        className={cx(
          'relative h-full w-full overflow-hidden motion-safe:translate-y-(--drag) framed:h-[min(100%-64px,780px)] framed:w-story framed:rounded-card',
          isListOpen && 'story-aside',
        )}
        style={{ ['--drag' as string]: `${dragDown(press.offset)}px` }}
      >
        <StoryLayers {...{ stories, story, player, dispatch, refetch }} sound={sound} onDrawn={backdrop.draw}>
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
            onDelete={isOwn ? () => setDeleteId(story.id) : null}
            onMenu={setMenuActive}
            onClose={onClose}
          />
        </div>
        {story.accessible && (
          <StoryCaption
            key={`${story.id} ${player.round}`}
            description={story.description}
            video={player.video_ms > 0 ? videoTimesOf(player) : null}
            onExpand={expand}
            action={
              isOwn && (
                <LazySeenBy
                  key={story.id}
                  story_id={story.id}
                  hours_left={hours_left}
                  isOpen={isListOpen}
                  onOpen={(isOpen) => setSeenById(isOpen ? story.id : null)}
                />
              )
            }
          />
        )}
      </div>
      {!isListOpen && <OutsideArrows onPrevious={previous} onNext={next} />}
      <DeleteStoryDialog
        open={isDeleting}
        onClose={() => setDeleteId(null)}
        id={deleteId}
        onDelete={(id) => dispatch({ type: 'delete', id })}
      />
    </FocusKeeper>
  )
}

/** A story lasts five seconds at least: a shorter video stays at its end for the rest of them. */
function videoTimesOf({ progress, duration_ms, video_ms }: Player) {
  return { played_ms: Math.min(video_ms, (progress * duration_ms) / 100), video_ms }
}

/** The curtain over a story for subscribers. Presses beside its button go through to the tap zones. */
function LockedStory({ username }: { username: string }) {
  const { t } = useTranslation()
  return (
    <Curtain
      className="pointer-events-none absolute! inset-0"
      title={t('stories.private')}
      lines={[t('ui.private_content_how')]}
      action={
        <ButtonLink
          to={generatePath(paths.profile, { username })}
          variant="ivory"
          size="sm"
          className="pointer-events-auto"
        >
          {t('ui.subscribe_now')}
        </ButtonLink>
      }
    />
  )
}

/** Focus recovery: if the focused control does not exist for the next story, the focus returns to the dialog. */
function FocusKeeper({ story_id, children }: { story_id: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is checked for every story
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.closest<HTMLElement>('[role=dialog]')?.focus()
  }, [story_id])
  return (
    <div ref={box} className="absolute inset-0 flex items-center justify-center">
      {children}
    </div>
  )
}
