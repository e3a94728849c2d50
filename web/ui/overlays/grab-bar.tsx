import { type PointerEvent, useRef } from 'react'

export interface GrabBarProps {
  /** What a press does. */
  label: string
  /** The id of what it shows more or less of. */
  controls: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** A finger that moved less than this has pressed, not pulled. */
const PULL_PX = 16

/** The bar by which a sheet is pulled up and down; pressed, it does the same. */
export function GrabBar({ label, controls, isOpen, onOpen }: GrabBarProps) {
  const start = useRef<number | null>(null)
  const wasPulled = useRef(false)

  function press(event: PointerEvent<HTMLElement>) {
    start.current = event.clientY
    wasPulled.current = false
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function release(event: PointerEvent) {
    const way = start.current === null ? 0 : event.clientY - start.current
    start.current = null
    wasPulled.current = Math.abs(way) >= PULL_PX
    if (wasPulled.current) onOpen(way < 0)
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
        if (!wasPulled.current) onOpen(!isOpen)
        wasPulled.current = false
      }}
    >
      <span aria-hidden="true" className="block h-1 w-10 rounded-line bg-edge" />
    </button>
  )
}
