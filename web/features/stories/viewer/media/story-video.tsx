import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { mediaUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { type MediaProps, objectFitOf } from './media-props.ts'
import { playOrMute } from './sound.ts'

export interface StoryVideoProps extends MediaProps {
  runs: boolean
  isMuted: boolean
  /** The position of the player. */
  played_ms: number
  /** The autoplay policy allowed the video only without sound. */
  onSoundRefused: () => void
}

/**
 * The backdrop follows the video for this long, because many begin with a dark frame. Drawing it longer would cost
 * power.
 */
const BACKDROP_S = 2

/** The video of a story. The player controls it: it plays while the player runs, and pauses with it. */
export function StoryVideo(props: StoryVideoProps) {
  const { id, path, description, isShown, runs, isMuted, round, played_ms, dispatch, onFailed, onDrawn } = props
  const video = useRef<HTMLVideoElement>(null)
  // The signed URL of a protected video changes with every response. The first one stays, or playback would start again.
  const [signedPath] = useState(path)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  // While a video buffers, its last frame stays visible under the spinner.
  const [hasFrame, setHasFrame] = useState(false)
  const [fit, setFit] = useState('object-contain')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown media reports its state in every round
  useEffect(() => {
    if (!isShown) return
    if (state === 'ready') dispatch({ type: 'ready', id, video_ms: 1000 * (video.current?.duration ?? 0) })
    else dispatch({ type: 'stalled', id })
    if (state === 'failed') onFailed()
  }, [isShown, state, round, id, dispatch, onFailed])

  const start = useEffectEvent(async (element: HTMLVideoElement) => {
    const result = await playOrMute(element)
    if (result === 'without_sound') props.onSoundRefused()
    // The autoplay policy refused even a muted video: the story is paused, so that the button offers to play it.
    if (result === 'refused') dispatch({ type: 'hold', why: 'paused' })
  })

  useEffect(() => {
    const element = video.current
    if (!element) return
    element.muted = isMuted
    const plays = isShown && runs
    // play() would restart a video that has ended; its last frame stays instead.
    if (plays && !element.ended) void start(element)
    if (!plays) element.pause()
  }, [isShown, runs, isMuted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every round starts at the first frame, after the effect above has paused the video
  useEffect(() => {
    const element = video.current
    if (!element || element.currentTime === 0) return
    element.currentTime = 0
    if (isShown && runs) void start(element)
  }, [isShown, round])

  useEffect(() => {
    if (isShown && hasFrame && video.current) onDrawn(id, video.current)
  }, [isShown, hasFrame, id, onDrawn])

  return (
    <video
      ref={video}
      src={mediaUrl(signedPath)}
      aria-label={description}
      hidden={!isShown}
      muted
      playsInline
      disablePictureInPicture
      preload="auto"
      className={cx('absolute inset-0 size-full select-none', fit, !hasFrame && 'opacity-0')}
      onLoadedMetadata={({ currentTarget: element }) => {
        setFit(objectFitOf(element.videoWidth, element.videoHeight))
        // A video that is loaded again after an error continues at the position of the player.
        if (isShown && played_ms > 0) element.currentTime = Math.min(element.duration, played_ms / 1000)
      }}
      onCanPlay={() => {
        setHasFrame(true)
        setState('ready')
      }}
      onPlaying={() => setState('ready')}
      onTimeUpdate={({ currentTarget: element }) => {
        if (isShown && hasFrame && element.currentTime < BACKDROP_S) onDrawn(id, element)
      }}
      onWaiting={() => setState('loading')}
      onError={() => setState('failed')}
    />
  )
}
