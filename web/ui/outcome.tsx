import type { ReactNode } from 'react'

/** What takes the place of what was pressed. That is gone, so the focus comes here. */
export function Outcome({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div ref={takeFocus} tabIndex={-1} className={className}>
      {children}
    </div>
  )
}

// One function for all: a new one at each drawing would take the focus each time.
function takeFocus(node: HTMLElement | null) {
  node?.focus()
}
