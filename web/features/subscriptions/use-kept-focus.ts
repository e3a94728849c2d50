import { type FocusEvent, useLayoutEffect, useRef } from 'react'

function ticketOf(element: Element): string | null {
  return element.closest<HTMLElement>('[data-ticket]')?.dataset.ticket ?? null
}

/**
 * A ticket that goes from one list to the other is drawn anew; whoever was at it with the keyboard stays at it. For the
 * element around both lists.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const at = useRef<string | null>(null)

  useLayoutEffect(() => {
    if (at.current === null || document.activeElement !== document.body) return
    ref.current?.querySelector<HTMLElement>(`[data-ticket="${at.current}"] a`)?.focus({ preventScroll: true })
  })

  return {
    ref,
    onFocus({ target }: FocusEvent) {
      at.current = ticketOf(target)
    },
    onBlur({ target }: FocusEvent) {
      const left = ticketOf(target)
      // Who goes elsewhere leaves the ticket where it is.
      queueMicrotask(() => {
        if (target.isConnected && at.current === left) at.current = null
      })
    },
  }
}
