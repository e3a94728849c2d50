import { type PointerEvent, useRef } from 'react'

export interface GrabBarProps {
  /** The accessible name. */
  label: string
  /** The id of the sheet, for `aria-controls`. */
  controls: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** A shorter movement is a press, not a drag. */
const DRAG_PX = 16

/** The handle of a bottom sheet: dragging it up or down, or pressing it, opens and closes the sheet. */
export function GrabBar({ label, controls, isOpen, onOpen }: GrabBarProps) {
  const start = useRef<number | null>(null)
  const wasDragged = useRef(false)

  function press(event: PointerEvent<HTMLElement>) {
    start.current = event.clientY
    wasDragged.current = false
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function release(event: PointerEvent) {
    const distance = start.current === null ? 0 : event.clientY - start.current
    start.current = null
    wasDragged.current = Math.abs(distance) >= DRAG_PX
    if (wasDragged.current) onOpen(distance < 0)
  }

  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      aria-controls={controls}
      className="grab-bar"
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={() => {
        start.current = null
      }}
      onClick={() => {
        if (!wasDragged.current) onOpen(!isOpen)
        wasDragged.current = false
      }}
    >
      <span aria-hidden="true" className="block h-1 w-10 rounded-line bg-edge" />
    </button>
  )
}
