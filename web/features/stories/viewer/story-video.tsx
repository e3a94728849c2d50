import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { mediaUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { fitOf } from './media-fit.ts'
import type { MediaProps } from './media-props.ts'
import { playOn } from './play-on.ts'

export interface StoryVideoProps extends MediaProps {
  runs: boolean
  isMuted: boolean
  /** How far its story has come. */
  played_ms: number
  /** The browser plays it, but not aloud. */
  onSoundRefused: () => void
}

/** The light around a video is that of its beginning, which may come out of the dark. More would be work for nothing. */
const LIGHT_S = 2

/** A video plays while its story's time runs, and at no other time. */
export function StoryVideo(props: StoryVideoProps) {
  const { id, path, description, isShown, runs, isMuted, round, played_ms, tell, onFailed, onDrawn } = props
  const video = useRef<HTMLVideoElement>(null)
  // A protected one's path is a ticket that is another in every list: playing goes on with the one it began with.
  const [ticket] = useState(path)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  // One that runs out of data later keeps its last frame under the spinner.
  const [hasFrame, setHasFrame] = useState(false)
  const [fit, setFit] = useState('object-contain')

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever is looked at says how it is in every round
  useEffect(() => {
    if (!isShown) return
    if (state === 'ready') tell({ type: 'ready', id, video_ms: 1000 * (video.current?.duration ?? 0) })
    else tell({ type: 'stalled', id })
    if (state === 'failed') onFailed()
  }, [isShown, state, round, id, tell, onFailed])

  const start = useEffectEvent(async (element: HTMLVideoElement) => {
    const played = await playOn(element)
    if (played === 'without_sound') props.onSoundRefused()
    // Where nothing moves before somebody presses, the story is paused, and its button says so.
    if (played === 'refused') tell({ type: 'hold', why: 'paused' })
  })

  useEffect(() => {
    const element = video.current
    if (!element) return
    element.muted = isMuted
    const plays = isShown && runs
    // One that has ended would begin again; it holds its last frame.
    if (plays && !element.ended) void start(element)
    if (!plays) element.pause()
  }, [isShown, runs, isMuted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every round begins at the first frame, after what was before stands still
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
      src={mediaUrl(ticket)}
      aria-label={description}
      hidden={!isShown}
      muted
      playsInline
      disablePictureInPicture
      preload="auto"
      className={cx('absolute inset-0 size-full select-none', fit, !hasFrame && 'opacity-0')}
      onLoadedMetadata={({ currentTarget: element }) => {
        setFit(fitOf(element.videoWidth, element.videoHeight))
        // One that was lost on the way and fetched again goes on where its story is.
        if (isShown && played_ms > 0) element.currentTime = Math.min(element.duration, played_ms / 1000)
      }}
      onCanPlay={() => {
        setHasFrame(true)
        setState('ready')
      }}
      onPlaying={() => setState('ready')}
      onTimeUpdate={({ currentTarget: element }) => {
        if (isShown && hasFrame && element.currentTime < LIGHT_S) onDrawn(id, element)
      }}
      onWaiting={() => setState('loading')}
      onError={() => setState('failed')}
    />
  )
}
