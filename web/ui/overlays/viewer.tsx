import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'

export interface ViewerProps {
  open: boolean
  onClose: () => void
  /** The accessible name; not visible. */
  title: string
  /** Puts the initial focus on the viewer, so that Space does not press a button. */
  focusesItself?: boolean
  /** The element that gets the focus after closing; by default the one that had it before. */
  returnFocus?: () => HTMLElement | null
  /** Called for keys in the viewer itself, not in dialogs or menus above it. */
  onKey?: (event: KeyboardEvent) => void
  onPointerMove?: (event: PointerEvent) => void
  className?: string
  children: ReactNode
}

/**
 * Full-screen modal for pictures and stories, always dark. Escape closes it, or a button among its children. It imports
 * Base UI, so only lazily loaded modules may import it.
 */
export function Viewer(props: ViewerProps) {
  const { open, onClose, title, focusesItself, returnFocus, onKey, onPointerMove, className, children } = props
  const popup = useRef<HTMLDivElement>(null)

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const { target, currentTarget } = event
    // React events bubble here from portals too: from dialogs and menus that the viewer has opened.
    const isElsewhere = !(target instanceof Element) || !currentTarget.contains(target) || target.closest('[role=menu]')
    const isShortcut = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (!event.defaultPrevented && !isElsewhere && !isShortcut) onKey?.(event)
  }

  return (
    <CSPProvider disableStyleElements>
      {/* A press on a toast is outside of the viewer, but must not close it. */}
      <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal>
        <Base.Portal>
          <Base.Popup
            ref={popup}
            initialFocus={focusesItself ? popup : true}
            className="viewer z-viewer"
            finalFocus={() => returnFocus?.() ?? true}
            onKeyDown={handleKey}
            onPointerMove={onPointerMove}
          >
            <Base.Title className="sr-only">{title}</Base.Title>
            {/* Menus are rendered as siblings of this element and must not move it. */}
            <div className={cx('size-full', className)}>{children}</div>
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
