import { useEffect, useState } from 'react'
import { IMAGE_WIDTHS } from '#contract/limits.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { fetchProtected } from '#web/lib/protected-media.ts'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export interface MediaImageProps {
  /** As the API names it. */
  path: string
  alt: string
  /** Fetched with the token and shown from memory; otherwise the browser fetches and keeps it. */
  isProtected: boolean
  /** Which of its widths a protected picture is fetched in. */
  width?: (typeof IMAGE_WIDTHS)[number]
  /** For the browser to choose a width of a public one. */
  sizes: string
  /** In view from the start. */
  eager?: boolean
  /** `contain` shows the whole picture, `cover` fills its box. */
  fit?: 'cover' | 'contain'
  /** The server no longer hands it out. */
  onDenied?: () => void
  className?: string
}

/** A picture of a post: a spinner until it is there. Fills the box it stands in. */
export function MediaImage(props: MediaImageProps) {
  const { path, alt, isProtected, width = 960, sizes, eager = false, fit = 'cover', onDenied, className } = props
  const [isLoaded, setLoaded] = useState(false)
  const blob = useProtected(isProtected ? `${path}?w=${width}` : null, onDenied)
  const source = isProtected
    ? blob && { src: blob }
    : { src: mediaUrl(path), srcSet: IMAGE_WIDTHS.map((w) => `${mediaUrl(path)}?w=${w} ${w}w`).join(', '), sizes }
  return (
    <span className={cx('relative block size-full bg-sunken', className)}>
      {!isLoaded && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      {source && (
        <img
          {...source}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className={cx(
            'relative size-full transition-opacity duration-(--dur-3)',
            fit === 'cover' ? 'object-cover' : 'object-contain',
            !isLoaded && 'opacity-0',
          )}
          onLoad={() => setLoaded(true)}
        />
      )}
    </span>
  )
}

/** A blob's address for as long as the picture is drawn. */
function useProtected(path: string | null, onDenied: (() => void) | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (path === null) return
    const leaving = new AbortController()
    let made: string | null = null
    fetchProtected(path, leaving.signal).then(
      (blob) => {
        if (leaving.signal.aborted) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      () => !leaving.signal.aborted && onDenied?.(),
    )
    return () => {
      leaving.abort()
      if (made) URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [path, onDenied])
  return url
}
