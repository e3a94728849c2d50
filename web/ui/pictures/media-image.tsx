import { RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { IMAGE_WIDTHS } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { isDenial, isGone } from '#web/lib/protected-media.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useNearView } from './use-near-view.ts'
import { useProtectedPicture } from './use-protected-picture.ts'

/** How far below the view a protected picture is fetched; the browser decides that for public ones. */
const NEAR_PX = 800

export interface MediaImageProps {
  /** As the API names it. */
  path: string
  alt: string
  /** Fetched with the token and shown from memory; otherwise the browser fetches and keeps it. */
  isProtected: boolean
  /** Which of its widths is fetched of a protected picture, or of one that is shown whole. */
  width?: (typeof IMAGE_WIDTHS)[number]
  /** For the browser to choose a width of a public one that fills its box. */
  sizes?: string | undefined
  /** In view from the start: not waited for until it comes near. */
  eager?: boolean
  /** `contain` shows the whole picture, no larger than it is; `cover` fills its box. */
  fit?: 'cover' | 'contain'
  /** It is drawn. */
  onShown?: () => void
  /** The server no longer hands it out. */
  onDenied?: () => void
  className?: string
}

/**
 * A picture of a post: a spinner until it is there, and a way to ask again should it not come. It fills the box it stands
 * in, which says how high it is. A protected one is fetched when it comes near and released when it leaves the page.
 */
export function MediaImage({ className, ...picture }: MediaImageProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [attempt, setAttempt] = useState(0)

  function retry() {
    setAttempt(attempt + 1)
    // The button that was pressed goes; the keyboard goes on from here.
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
  const { path, alt, isProtected, width = 960, sizes, eager = false, fit = 'cover' } = props
  const { onShown, onDenied, onRetry } = props
  const place = useRef<HTMLSpanElement>(null)
  const [phase, setPhase] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [isNear, setNear] = useState(eager)
  useNearView(place, NEAR_PX, isProtected && !isNear ? () => setNear(true) : null)
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

  // A browser that chooses a width also takes it for the picture's own.
  const open = fit === 'contain' ? { src: mediaUrl(path, width) } : { ...publicSource(path), sizes }
  const source = isProtected ? blob && { src: blob } : open
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

/** It lies above a link that covers the picture, and lets presses beside it through. */
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
