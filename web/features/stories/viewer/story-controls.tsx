import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import type { usePress } from '#web/ui/overlays/use-press.ts'

interface TapZonesProps {
  press: ReturnType<typeof usePress>
  /** Null if the story cannot be paused. */
  onToggle: (() => void) | null
  onPrevious: () => void
  onNext: () => void
}

/** Three buttons over the whole picture: the left third goes back, the right third goes on, the middle pauses. */
export function TapZones({ press, onToggle, onPrevious, onNext }: TapZonesProps) {
  const { t } = useTranslation()
  const zone = {
    type: 'button',
    className: 'ring-inside flex-1 cursor-pointer',
    onMouseDown: keepFocus,
  } as const
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tells taps from holds and swipes for the buttons inside
    <div
      className="absolute inset-0 flex touch-none select-none"
      onPointerDown={press.onPointerDown}
      // A long press would open the browser's context menu.
      onContextMenu={(event) => event.preventDefault()}
    >
      <button {...zone} aria-label={t('stories.previous')} onClick={press.ifTapped(onPrevious)} />
      {onToggle ? (
        <button {...zone} aria-label={t('stories.pause_or_play')} onClick={press.ifTapped(onToggle)} />
      ) : (
        <span className="flex-1" />
      )}
      <button {...zone} aria-label={t('stories.next')} onClick={press.ifTapped(onNext)} />
    </div>
  )
}

/** A click does not move the focus, so that the Space key still pauses afterwards. */
function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

/**
 * Arrows beside the frame on wide screens, for the mouse only. The tap zones do the same for keyboards and screen
 * readers.
 */
export function OutsideArrows({ onPrevious, onNext }: { onPrevious: () => void; onNext: () => void }) {
  return (
    <div aria-hidden="true" className="hidden framed:block">
      <Arrow side="left-[calc(50%-300px)]" onPress={onPrevious}>
        <ChevronLeft />
      </Arrow>
      <Arrow side="right-[calc(50%-300px)]" onPress={onNext}>
        <ChevronRight />
      </Arrow>
    </div>
  )
}

function Arrow({ side, onPress, children }: { side: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={cx(
        'absolute top-1/2 grid size-13 -translate-y-1/2 cursor-pointer place-items-center rounded-full bg-ivory/14 hover:bg-ivory/24',
        '[&>svg]:size-icon-2xl [&>svg]:stroke-icon',
        side,
      )}
      onMouseDown={keepFocus}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

interface KeyActions {
  previous: () => void
  next: () => void
  pause: (() => void) | null
  mute: (() => void) | null
}

/** Keyboard shortcuts: Left, Right, Space and m. The viewer handles Escape; an open dialog turns the shortcuts off. */
export function useStoryKeys({ previous, next, pause, mute }: KeyActions, isOff: boolean): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') previous()
    if (event.key === 'ArrowRight') next()
    if (event.key.toLowerCase() === 'm') mute?.()
    if (event.key === ' ' && !event.repeat && !isControl(event.target)) {
      event.preventDefault()
      pause?.()
    }
  })
  useEffect(() => {
    if (isOff) return
    const onKeyDown = (event: KeyboardEvent) => handleKey(event)
    // In the capture phase, because Base UI stops the propagation of the arrow keys.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [isOff])
}

/** Space activates the focused button or link, so it must not pause as well. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a') !== null
}
