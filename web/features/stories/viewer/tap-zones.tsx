import type { MouseEvent } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import type { usePress } from '#web/ui/overlays/use-press.ts'

interface TapZonesProps {
  press: ReturnType<typeof usePress>
  /** Null where there is nothing to be paused. */
  onToggle: (() => void) | null
  onPrevious: () => void
  onNext: () => void
}

/** The picture is three buttons: the left third goes back, the right third on, the middle pauses. */
export function TapZones({ press, onToggle, onPrevious, onNext }: TapZonesProps) {
  const { t } = useTranslation()
  const zone = {
    type: 'button',
    className: 'ring-inside flex-1 cursor-pointer',
    // The focus stays where it was, so that Space goes on meaning pause.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  } as const
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tells taps from holds and swipes for the buttons inside
    <div
      className="absolute inset-0 flex touch-none select-none"
      onPointerDown={press.onPointerDown}
      // Where a long press would bring up the browser's menu.
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
