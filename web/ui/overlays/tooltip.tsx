import { type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { lazyOverlay } from './lazy-overlay.tsx'
import { loadTooltipPopup } from './overlay-modules.ts'
import type { TooltipSide } from './tooltip-popup.tsx'

const TooltipPopup = lazyOverlay(loadTooltipPopup, { quiet: true })

/** Time to move the pointer from the control onto the words. */
const LEAVE_MS = 120

export interface TooltipProps {
  /** Null while there is nothing to say. */
  text: string | null
  /** Beside the control, or depending on where that stands; where there is no room, on the other side. */
  side?: TooltipSide | ((control: DOMRect) => TooltipSide)
  /** What stands around the control. */
  ref?: RefObject<HTMLElement | null>
  /** Gets the id of the words, for its `aria-describedby`. */
  children: (describedBy: string | undefined) => ReactNode
}

/**
 * Words about a control, on hover and on focus; Escape takes them away. The control may be `aria-disabled`, which can be
 * pointed at and focused, but not `disabled`. The words are always in the page, so that assistive technology has them
 * before the drawn ones are loaded.
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
    // A finger leaves as soon as it is lifted: what it brought up stays until the next touch elsewhere.
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
