import { type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { loadTooltipPopup } from './lazy.tsx'
import { lazyOverlay } from './lazy-overlay.tsx'
import type { TooltipSide } from './tooltip-popup.tsx'

const TooltipPopup = lazyOverlay(loadTooltipPopup, { quiet: true })

/** Time to move the pointer from the control to the tooltip. */
const LEAVE_MS = 120

export interface TooltipProps {
  /** Null shows no tooltip. */
  text: string | null
  /** The side of the control, or a function of its position. Without enough room it flips. */
  side?: TooltipSide | ((control: DOMRect) => TooltipSide)
  /** The element around the control. */
  ref?: RefObject<HTMLElement | null>
  /** Receives the id of the text, for `aria-describedby`. */
  children: (describedBy: string | undefined) => ReactNode
}

/**
 * Tooltip on hover and focus; Escape closes it. The control may be `aria-disabled`, which still receives pointer and focus
 * events, but not `disabled`. The text is always in the DOM, so that assistive technology has it before the popup loads.
 */
export function Tooltip({ text, side = 'top', ref, children }: TooltipProps) {
  const id = useId()
  const ownAnchor = useRef<HTMLElement>(null)
  const anchor = ref ?? ownAnchor
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)
  const [chosenSide, setChosenSide] = useState<TooltipSide>('top')

  useEffect(() => () => clearTimeout(leaving.current), [])

  function show() {
    clearTimeout(leaving.current)
    if (anchor.current) setChosenSide(typeof side === 'string' ? side : side(anchor.current.getBoundingClientRect()))
    setOpen(true)
  }

  function leave(event: PointerEvent) {
    // A touch pointer leaves as soon as it is lifted. The tooltip stays until the next touch elsewhere.
    if (event.pointerType === 'touch') return
    clearTimeout(leaving.current)
    leaving.current = setTimeout(() => setOpen(false), LEAVE_MS)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside */}
      <span
        ref={anchor}
        className="inline-flex"
        onPointerEnter={show}
        onPointerLeave={leave}
        onFocus={(event) => event.target.matches(':focus-visible') && show()}
        onBlur={() => setOpen(false)}
      >
        {children(text === null ? undefined : id)}
      </span>
      <span id={id} hidden>
        {text}
      </span>
      <TooltipPopup
        open={open && text !== null}
        onClose={() => setOpen(false)}
        anchor={anchor}
        side={chosenSide}
        onPointerEnter={show}
        onPointerLeave={leave}
      >
        {text}
      </TooltipPopup>
    </>
  )
}
