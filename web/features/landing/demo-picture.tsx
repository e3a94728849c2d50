import { useState } from 'react'

interface Sample {
  src: string
  /** The same picture, 480 pixels wide. */
  small: string
  width: number
  height: number
  alt: string
}

/** A picture of ours, until there is a real one; and again should that fail to come. */
export function DemoPicture({ sample, real }: { sample: Sample; real?: { src: string; alt: string } | undefined }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (real && real.src !== broken) {
    return <img src={real.src} alt={real.alt} loading="lazy" className={FILLS} onError={() => setBroken(real.src)} />
  }
  const { src, small, width, height, alt } = sample
  return (
    <img
      src={src}
      srcSet={`${small} 480w, ${src} ${width}w`}
      sizes="(min-width: 1440px) 413px, (min-width: 1024px) 27vw, (min-width: 768px) 620px, calc(100vw - 40px)"
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      className={FILLS}
    />
  )
}

const FILLS = 'size-full object-cover'
