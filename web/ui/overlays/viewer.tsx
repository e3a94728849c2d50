import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'

export interface ViewerProps {
  open: boolean
  onClose: () => void
  /** Spoken, not drawn: the picture says it to the eyes. */
  title: string
  /** The focus starts on the viewer itself, so that a first press of Space is not one of a button. */
  focusesItself?: boolean
  /** Where the focus goes on afterwards; without, or with null, where it was before. */
  returnFocus?: () => HTMLElement | null
  /** Hears only the keys that are pressed in the viewer itself, not in what lies over it. */
  onKey?: (event: KeyboardEvent) => void
  onPointerMove?: (event: PointerEvent) => void
  className?: string
  children: ReactNode
}

/**
 * Something to look at that takes the whole screen, and is always night. It closes by Escape or by a button among its
 * children. Loads Base UI: import it only from what is itself fetched on first use.
 */
export function Viewer(props: ViewerProps) {
  const { open, onClose, title, focusesItself, returnFocus, onKey, onPointerMove, className, children } = props
  const popup = useRef<HTMLDivElement>(null)

  function hear(event: KeyboardEvent<HTMLElement>) {
    const { target, currentTarget } = event
    // Dialogs and menus opened from here are its children for React, wherever they stand in the page.
    const isElsewhere = !(target instanceof Element) || !currentTarget.contains(target) || target.closest('[role=menu]')
    const isShortcut = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (!event.defaultPrevented && !isElsewhere && !isShortcut) onKey?.(event)
  }

  return (
    <CSPProvider disableStyleElements>
      {/* A press on a message that lies over the viewer is a press outside of it, but does not mean to leave. */}
      <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal>
        <Base.Portal>
          <Base.Popup
            ref={popup}
            initialFocus={focusesItself ? popup : true}
            className="viewer z-viewer"
            finalFocus={() => returnFocus?.() ?? true}
            onKeyDown={hear}
            onPointerMove={onPointerMove}
          >
            <Base.Title className="sr-only">{title}</Base.Title>
            {/* Menus opened from here are put beside this, and must not move it. */}
            <div className={cx('size-full', className)}>{children}</div>
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
