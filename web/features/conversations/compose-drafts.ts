import { useSyncExternalStore } from 'react'
import { sessionToken, subscribeToSession } from '#web/lib/session.ts'
import { type Draft, EMPTY_DRAFT } from './compose-draft.ts'

/** Letters that were put aside, by the creator they are for. They last as long as the page and the session. */
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

subscribeToSession(() => {
  if (sessionToken() === null) drafts.clear()
})

export function keepDraft(creator_id: string, draft: Draft): void {
  drafts.set(creator_id, draft)
  for (const listener of listeners) listener()
}

export function useDraft(creator_id: string): Draft {
  return useSyncExternalStore(subscribe, () => drafts.get(creator_id) ?? EMPTY_DRAFT)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
