import { useEffect, useRef, useState } from 'react'
import { isDataSaverOn } from '#web/lib/data-saver.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { mediaUrl } from '#web/lib/media-url.ts'

/** Not the first frame, which is often dark; and not much later, because everything before it is downloaded. */
const STILL_S = 0.5

/** Draws one frame of a video on a canvas, which is transparent until then and if the video fails. */
export function VideoStill({ path }: { path: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // The signed URL of a protected video changes with every response. The first one stays, so that nothing is loaded twice.
  const [signedPath] = useState(path)

  useEffect(() => {
    const target = canvas.current
    if (!target || isDataSaverOn()) return
    let unload: (() => void) | undefined
    let isGone = false
    // Lazy loading: tiles further along the strip load their video when they are scrolled into view.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      unload = drawStill(mediaUrl(signedPath), target)
    })
    // Until then the portrait is there.
    afterFirstView(() => {
      if (!isGone) observer.observe(target)
    })
    return () => {
      isGone = true
      observer.disconnect()
      unload?.()
    }
  }, [signedPath])

  return <canvas ref={canvas} className="absolute inset-0 size-full object-cover" />
}

/**
 * Unloads the video as soon as its frame is drawn: a browser has few connections per host, and a waiting video occupies
 * one.
 */
function drawStill(url: string, canvas: HTMLCanvasElement): () => void {
  const video = document.createElement('video')
  const unload = () => {
    video.removeAttribute('src')
    video.load()
  }
  video.muted = true
  video.playsInline = true
  video.preload = 'metadata'
  video.onloadedmetadata = () => {
    video.currentTime = Math.min(STILL_S, video.duration / 2)
  }
  video.onseeked = () => {
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    unload()
  }
  video.src = url
  return unload
}
