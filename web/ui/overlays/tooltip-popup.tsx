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
  /** The pointer may move onto the words without losing them. */
  onPointerEnter: () => void
  onPointerLeave: (event: PointerEvent) => void
  children: ReactNode
}

/** The words of a Tooltip. Loads Base UI, so Tooltip imports it only when it is wanted. */
export function TooltipPopup(props: TooltipPopupProps) {
  const { open, onClose, anchor, side, onPointerEnter, onPointerLeave, children } = props
  /** A tap ends with a click, which may come when the words are already up: it is the one that asked for them. */
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
