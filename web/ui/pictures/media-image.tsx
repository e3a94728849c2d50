import { RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { IMAGE_WIDTHS } from '#contract/media.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { isDenial, isGone } from '#web/lib/protected-media.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useNearView } from './use-near-view.ts'
import { useProtectedPicture } from './use-protected-picture.ts'

/** How far below the viewport a picture is fetched. Left to a browser with a slow connection, it would be four posts. */
const NEAR_PX = 800

export interface MediaImageProps {
  /** The media path of the API. */
  path: string
  alt: string
  /** Fetched with the session token and shown as a blob URL, without caching. */
  isProtected: boolean
  /** The width to fetch, for a protected picture or `fit="contain"`. */
  width?: (typeof IMAGE_WIDTHS)[number]
  /** The `sizes` attribute of a public picture with `fit="cover"`. */
  sizes?: string | undefined
  /** What stays in view where `fit="cover"` crops, in percent from the top left corner. */
  focus?: { x: number; y: number }
  /** Visible from the start, so that it is not lazy. */
  eager?: boolean
  /** `contain` shows the whole picture without enlarging it; `cover` fills the box. */
  fit?: 'cover' | 'contain'
  /** Called when the picture is visible. */
  onShown?: () => void
  /** Called when the server denies access. */
  onDenied?: () => void
  className?: string
}

/**
 * The picture of a post, with a spinner while it loads and a retry button if it fails. It fills its container, which sets
 * the height. A protected picture is fetched near the viewport, and its blob is released on unmount.
 */
export function MediaImage({ className, ...picture }: MediaImageProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [attempt, setAttempt] = useState(0)

  function retry() {
    setAttempt(attempt + 1)
    // The pressed button unmounts, so the focus moves here.
    box.current?.focus({ preventScroll: true })
  }

  return (
    <span ref={box} tabIndex={-1} className={cx('relative block size-full overflow-hidden bg-sunken', className)}>
      <Picture key={`${picture.path} ${attempt}`} {...picture} onRetry={retry} />
    </span>
  )
}

interface PictureProps extends Omit<MediaImageProps, 'className'> {
  onRetry: () => void
}

function Picture(props: PictureProps) {
  const { path, alt, isProtected, width = 960, sizes, eager = false, fit = 'cover', focus } = props
  const { onShown, onDenied, onRetry } = props
  const place = useRef<HTMLSpanElement>(null)
  const [phase, setPhase] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [isNear, setNear] = useState(eager)
  useNearView(place, NEAR_PX, isNear ? null : () => setNear(true))
  const blob = useProtectedPicture(isProtected && isNear ? `${path}?w=${width}` : null, refused)

  function refused(error: unknown) {
    setPhase('failed')
    if (isDenial(error)) onDenied?.()
  }

  async function broken() {
    setPhase('failed')
    if (!isProtected && (await isGone(path))) onDenied?.()
  }

  function shown() {
    setPhase('shown')
    onShown?.()
  }

  // With `srcset` the chosen width would become the intrinsic width, so that the picture could be enlarged.
  const open = fit === 'contain' ? { src: mediaUrl(path, width) } : { ...publicSource(path), sizes }
  const source = isProtected ? blob && { src: blob } : isNear && open
  return (
    <>
      <span ref={place} className="absolute inset-0 grid place-items-center text-brass-ink">
        {phase === 'loading' && <Spinner size="lg" />}
      </span>
      {source && phase !== 'failed' && (
        <img
          {...source}
          alt={alt}
          loading={eager || isProtected ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority={eager ? 'high' : 'auto'}
          style={focus && fit === 'cover' ? { objectPosition: `${focus.x}% ${focus.y}%` } : undefined}
          className={cx(
            'transition-opacity duration-(--dur-3)',
            fit === 'cover'
              ? 'relative size-full object-cover'
              : 'absolute inset-0 m-auto max-h-full max-w-full lg:rounded-sm',
            phase === 'loading' && 'opacity-0',
          )}
          onLoad={shown}
          onError={() => void broken()}
        />
      )}
      {phase === 'failed' && <Retry onRetry={onRetry} />}
    </>
  )
}

function publicSource(path: string) {
  return { src: mediaUrl(path), srcSet: IMAGE_WIDTHS.map((width) => `${mediaUrl(path, width)} ${width}w`).join(', ') }
}

/** Above the link that covers the picture; presses beside the button reach the link. */
function Retry({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <span className="pointer-events-none absolute inset-0 z-1 grid place-items-center">
      <Button
        variant="ivory"
        size="sm"
        icon={<RotateCw aria-hidden="true" />}
        aria-label={t('posts.picture_retry')}
        className="pointer-events-auto shadow-button"
        onClick={onRetry}
      >
        {t('posts.retry')}
      </Button>
    </span>
  )
}
