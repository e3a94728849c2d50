import { type ReactNode, useRef, useState } from 'react'
import type { ReportedPost } from '#contract/reports.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import type { Decision } from './queries.ts'
import { STATE_LINKS_ID } from './state-links.tsx'

/** State of the decision dialog. The caller renders `dialog` and opens it with `decide`. */
export function useDecisions(): { decide: (post: ReportedPost, decision: Decision) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ post: ReportedPost; decision: Decision } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const neighbour = useRef<Element | null>(null)

  /** Remembers the next or the previous post, which gets the focus when this one leaves the list. */
  function onDecided({ id }: ReportedPost) {
    const card = document.querySelector(`article[data-post="${CSS.escape(id)}"]`)
    neighbour.current = card?.nextElementSibling ?? card?.previousElementSibling ?? null
    // If the dialog was closed meanwhile, the focus is inside the post that leaves.
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

  // The key resets text and errors for every post and decision.
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
