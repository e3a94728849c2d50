import { useCallback, useRef, useState } from 'react'
import type { MediaProps } from './media-props.ts'

/** It is blurred beyond recognition: a few points of colour are enough. */
const WIDTH = 32
/** How much of the light a new moment of a video changes: it goes over softly. */
const SHARE = 0.25

/** The light around the frame, from the picture or the video in it. */
export function useBackdrop() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [lit, setLit] = useState('')
  const last = useRef('')

  const draw: MediaProps['onDrawn'] = useCallback((id, source) => {
    const context = canvas.current?.getContext('2d')
    const isSame = last.current === id
    if (!context || (isSame && matchMedia('(prefers-reduced-motion: reduce)').matches)) return
    if (!isSame) {
      const [width, height] =
        source instanceof HTMLVideoElement
          ? [source.videoWidth, source.videoHeight]
          : [source.naturalWidth, source.naturalHeight]
      context.canvas.width = WIDTH
      context.canvas.height = Math.max(1, Math.round((WIDTH * height) / width))
    }
    context.globalAlpha = isSame ? SHARE : 1
    context.drawImage(source, 0, 0, context.canvas.width, context.canvas.height)
    last.current = id
    setLit(id)
  }, [])

  return { canvas, lit, draw }
}
