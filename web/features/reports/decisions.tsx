import { type ReactNode, useRef, useState } from 'react'
import type { ReportedPost } from '#contract/reports.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import type { Decision } from './queries.ts'
import { STATE_LINKS_ID } from './state-links.tsx'

/** What is being decided, in a dialog to be drawn somewhere by whoever offers the choice. */
export function useDecisions(): { decide: (post: ReportedPost, decision: Decision) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ post: ReportedPost; decision: Decision } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const neighbour = useRef<Element | null>(null)

  /** The keyboard goes on from the post after the one that leaves, or before it. */
  function onDecided({ id }: ReportedPost) {
    const card = document.querySelector(`article[data-post="${CSS.escape(id)}"]`)
    neighbour.current = card?.nextElementSibling ?? card?.previousElementSibling ?? null
    // Whoever has closed the dialog meanwhile is back on what leaves.
    if (card?.contains(document.activeElement)) focusAfter()?.focus()
  }

  function focusAfter(): HTMLElement | null {
    const { current } = neighbour
    if (current instanceof HTMLElement && current.isConnected) return current
    return document.querySelector<HTMLElement>(`#${STATE_LINKS_ID} [aria-current]`)
  }

  function decide(post: ReportedPost, decision: Decision) {
    setAsked({ post, decision })
    setOpen(true)
  }

  // What is typed or goes wrong belongs to that decision alone.
  const dialog = asked && (
    <DecisionDialog
      key={`${asked.decision} ${asked.post.id}`}
      {...asked}
      open={isOpen}
      onClose={() => setOpen(false)}
      onDecided={onDecided}
      focusAfter={focusAfter}
    />
  )
  return { decide, dialog }
}
