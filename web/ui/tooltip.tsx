import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { lazyOverlay } from './lazy-overlay.tsx'
import { loadTooltipPopup } from './overlay-modules.ts'

const TooltipPopup = lazyOverlay(loadTooltipPopup, { quiet: true })

/** Time to move the pointer from the control onto the words. */
const LEAVE_MS = 120

export interface TooltipProps {
  text: string
  /** Gets the id of the words, for its `aria-describedby`. */
  children: (describedBy: string) => ReactNode
}

/**
 * Words about a control, on hover and on focus; Escape takes them away. The control may be `aria-disabled`, which can be
 * pointed at and focused, but not `disabled`. The words are always in the page, so that assistive technology has them
 * before the drawn ones are loaded.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)

  useEffect(() => () => clearTimeout(leaving.current), [])

  function show() {
    clearTimeout(leaving.current)
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
        {children(id)}
      </span>
      <span id={id} hidden>
        {text}
      </span>
      <TooltipPopup
        open={open}
        onClose={() => setOpen(false)}
        anchor={anchor}
        onPointerEnter={show}
        onPointerLeave={leave}
      >
        {text}
      </TooltipPopup>
    </>
  )
}
