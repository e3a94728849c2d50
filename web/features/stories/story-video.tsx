import { useEffect, useRef, useState } from 'react'
import { mediaUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import type { MediaProps } from './media-props.ts'
import { fitOf } from './story-picture.tsx'

interface StoryVideoProps extends MediaProps {
  runs: boolean
  isMuted: boolean
  round: number
  /** How far its story has come. */
  played_ms: number
}

/** A video plays while its story's time runs, and at no other time. */
export function StoryVideo(props: StoryVideoProps) {
  const { id, path, description, isShown, runs, isMuted, round, played_ms, tell, onFailed } = props
  const video = useRef<HTMLVideoElement>(null)
  // A protected one's path is a ticket that is another in every list: playing goes on with the one it began with.
  const [ticket] = useState(path)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  // One that runs out of data later keeps its last frame under the spinner.
  const [hasFrame, setHasFrame] = useState(false)
  const [fit, setFit] = useState('object-contain')

  useEffect(() => {
    if (!isShown) return
    if (state === 'ready') tell({ type: 'ready', id, video_ms: 1000 * (video.current?.duration ?? 0) })
    else tell({ type: 'stalled', id })
    if (state === 'failed') onFailed(id)
  }, [isShown, state, id, tell, onFailed])

  useEffect(() => {
    const element = video.current
    if (!element) return
    element.muted = isMuted
    const plays = isShown && runs
    // One that has ended would begin again; it holds its last frame.
    if (plays && !element.ended) void playOn(element)
    if (!plays) element.pause()
  }, [isShown, runs, isMuted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every round begins at the first frame, after what was before stands still
  useEffect(() => {
    const element = video.current
    if (!element || element.currentTime === 0) return
    element.currentTime = 0
    if (isShown && runs) void playOn(element)
  }, [isShown, round])

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
      onWaiting={() => setState('loading')}
      onError={() => setState('failed')}
    />
  )
}

/** A browser may refuse to play with sound before anybody has pressed something: then without. */
async function playOn(element: HTMLVideoElement): Promise<void> {
  try {
    await element.play()
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotAllowedError') || element.muted) return
    element.muted = true
    await element.play().catch(() => {})
  }
}
