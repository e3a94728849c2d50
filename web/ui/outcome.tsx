import type { ReactNode } from 'react'

/** Replaces a control after it was pressed, and takes its focus. */
export function Outcome({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div ref={takeFocus} tabIndex={-1} className={className}>
      {children}
    </div>
  )
}

// A stable function: a new one in each render would take the focus again.
function takeFocus(node: HTMLElement | null) {
  node?.focus()
}
