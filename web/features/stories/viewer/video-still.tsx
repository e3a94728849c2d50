import { useEffect, useRef, useState } from 'react'
import { wantsLessData } from '#web/lib/less-data.ts'
import { mediaUrl } from '#web/lib/media-url.ts'

/** Not the very first frame, which is often dark; not much later, since all that comes before it must be fetched. */
const MOMENT_S = 0.5

/** A moment of a video, drawn over what stands for it until then, and where it cannot be had. */
export function VideoStill({ path }: { path: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // A protected one's path is another in every list, for the same video.
  const [ticket] = useState(path)

  useEffect(() => {
    const target = canvas.current
    if (!target || wantsLessData()) return
    let letGo: (() => void) | undefined
    // Those further along the strip are not asked for before they are scrolled to.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      letGo = drawMoment(mediaUrl(ticket), target)
    })
    observer.observe(target)
    return () => {
      observer.disconnect()
      letGo?.()
    }
  }, [ticket])

  return <canvas ref={canvas} className="absolute inset-0 size-full object-cover" />
}

/** The video is let go as soon as it is drawn: browsers have few connections, and one that waits would keep its own. */
function drawMoment(url: string, canvas: HTMLCanvasElement): () => void {
  const video = document.createElement('video')
  const letGo = () => {
    video.removeAttribute('src')
    video.load()
  }
  video.muted = true
  video.playsInline = true
  video.preload = 'metadata'
  video.onloadedmetadata = () => {
    video.currentTime = Math.min(MOMENT_S, video.duration / 2)
  }
  video.onseeked = () => {
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    letGo()
  }
  video.src = url
  return letGo
}
