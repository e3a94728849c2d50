import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { PointerEvent, ReactNode, RefObject } from 'react'
import { popupContainer } from './popup-container.ts'

export type TooltipSide = 'top' | 'bottom' | 'right'

export interface TooltipPopupProps {
  open: boolean
  onClose: () => void
  anchor: RefObject<HTMLElement | null>
  side: TooltipSide
  /** The tooltip stays open while the pointer is on it. */
  onPointerEnter: () => void
  onPointerLeave: (event: PointerEvent) => void
  children: ReactNode
}

/** The popup of a Tooltip. It imports Base UI, so Tooltip loads it lazily. */
export function TooltipPopup(props: TooltipPopupProps) {
  const { open, onClose, anchor, side, onPointerEnter, onPointerLeave, children } = props
  /** The click at the end of a tap can arrive after the tooltip has opened. It must not close it. */
  function isOwnPress(event: Event): boolean {
    return !(event instanceof KeyboardEvent) && event.target instanceof Node && !!anchor.current?.contains(event.target)
  }

  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next, { event }) => !next && !isOwnPress(event) && onClose()}>
        <Base.Portal container={popupContainer(anchor.current)}>
          <Base.Positioner anchor={anchor} side={side} sideOffset={10} collisionPadding={12} className="z-tooltip">
            <Base.Popup role="tooltip" className="tip" onPointerEnter={onPointerEnter} onPointerLeave={onPointerLeave}>
              {children}
              <Base.Arrow className="tip-arrow" />
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
