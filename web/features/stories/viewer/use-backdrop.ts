import { useCallback, useRef, useState } from 'react'
import type { MediaProps } from './media-props.ts'

/** A few points of colour, and the same drawn larger, which softens them: a filter would be at work in every frame. */
const POINTS = 10
const WIDTH = 48
/** How much of the light a new moment of a video changes: it goes over softly. */
const SHARE = 0.25

/** The light around the frame, from the picture or the video in it. */
export function useBackdrop() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [lit, setLit] = useState('')
  const last = useRef('')
  const points = useRef<HTMLCanvasElement>(null)

  const draw: MediaProps['onDrawn'] = useCallback((id, source) => {
    const context = canvas.current?.getContext('2d')
    const isSame = last.current === id
    if (!context || (isSame && matchMedia('(prefers-reduced-motion: reduce)').matches)) return
    points.current ??= document.createElement('canvas')
    if (!isSame) {
      const [width, height] =
        source instanceof HTMLVideoElement
          ? [source.videoWidth, source.videoHeight]
          : [source.naturalWidth, source.naturalHeight]
      for (const [each, size] of [
        [points.current, POINTS],
        [context.canvas, WIDTH],
      ] as const) {
        each.width = size
        each.height = Math.max(1, Math.round((size * height) / width))
      }
    }
    points.current.getContext('2d')?.drawImage(source, 0, 0, points.current.width, points.current.height)
    context.globalAlpha = isSame ? SHARE : 1
    context.drawImage(points.current, 0, 0, context.canvas.width, context.canvas.height)
    last.current = id
    setLit(id)
  }, [])

  return { canvas, lit, draw }
}
