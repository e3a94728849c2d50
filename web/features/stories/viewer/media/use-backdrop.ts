import { useCallback, useRef, useState } from 'react'
import type { MediaProps } from './media-props.ts'

/** Blur by scaling: the media is drawn 10 pixels wide, then enlarged. A CSS blur filter would cost work in every frame. */
const SMALL_WIDTH = 10
const WIDTH = 48
/** The opacity with which a new frame of a video is drawn over the last one, so that colours change smoothly. */
const BLEND = 0.25

/**
 * Draws the blurred backdrop around the frame, from the picture or the video in it. With reduced motion, once per
 * story.
 */
export function useBackdrop() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawnId, setDrawnId] = useState('')
  const last = useRef('')
  const small = useRef<HTMLCanvasElement>(null)

  const draw: MediaProps['onDrawn'] = useCallback((id, source) => {
    const context = canvas.current?.getContext('2d')
    const isSame = last.current === id
    if (!context || (isSame && matchMedia('(prefers-reduced-motion: reduce)').matches)) return
    small.current ??= document.createElement('canvas')
    if (!isSame) {
      const [width, height] =
        source instanceof HTMLVideoElement
          ? [source.videoWidth, source.videoHeight]
          : [source.naturalWidth, source.naturalHeight]
      for (const [each, size] of [
        [small.current, SMALL_WIDTH],
        [context.canvas, WIDTH],
      ] as const) {
        each.width = size
        each.height = Math.max(1, Math.round((size * height) / width))
      }
    }
    small.current.getContext('2d')?.drawImage(source, 0, 0, small.current.width, small.current.height)
    context.globalAlpha = isSame ? BLEND : 1
    context.drawImage(small.current, 0, 0, context.canvas.width, context.canvas.height)
    last.current = id
    setDrawnId(id)
  }, [])

  return { canvas, drawnId, draw }
}
