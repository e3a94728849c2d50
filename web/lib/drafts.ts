import { useSyncExternalStore } from 'react'
import { sessionToken, subscribeToSession, wasRefused } from './session.ts'
import { readItem, removeItem, writeItem } from './storage.ts'

/** Message drafts: what somebody has written and not sent. None of it outlives the session. */
export interface Draft {
  text: string
  /** What was last tried to send of it. */
  unsent?: Attempt
}

/** What is sent. The `client_id` is an idempotency key: the same words go out under it again, so that they arrive once. */
export interface Attempt {
  client_id: string
  content: string
}

export const EMPTY_DRAFT: Draft = { text: '' }

/** Whether the text was tried before, and did not arrive. Spaces around it do not count. */
export function isRetry({ text, unsent }: Draft): boolean {
  return unsent?.content === text.trim()
}

/** Another text is another message; the same one again is a retry. */
export function attemptOf(draft: Draft, newId: () => string): Attempt {
  if (draft.unsent && isRetry(draft)) return draft.unsent
  return { content: draft.text.trim(), client_id: newId() }
}

/** Drafts in conversations that exist already outlive the page: they are kept in the browser, by their conversation. */

interface Drafts {
  user_id: string
  /** The oldest first. */
  drafts: [conversation_id: string, draft: Draft][]
}

const KEY = 'drafts'
const KEPT = 50

/** Of a session that was ended elsewhere: this tab keeps them, out of sight, for the same person to log in again. */
let held: string | null = null

function read(user_id: string): Drafts['drafts'] {
  try {
    const stored: Drafts = JSON.parse(readItem('localStorage', KEY) ?? held ?? 'null')
    return stored.user_id === user_id && Array.isArray(stored.drafts) ? stored.drafts : []
  } catch {
    return []
  }
}

export function readDraft(user_id: string, conversation_id: string): Draft {
  return read(user_id).find(([id]) => id === conversation_id)?.[1] ?? EMPTY_DRAFT
}

/** Once the session is over nothing is kept, whoever still has something to say. */
export function writeDraft(user_id: string, conversation_id: string, draft: Draft): void {
  if (sessionToken() === null) return
  const others = read(user_id).filter(([id]) => id !== conversation_id)
  held = null
  const drafts = draft.text === '' ? others : [...others, [conversation_id, draft] as const].slice(-KEPT)
  if (drafts.length === 0) removeItem('localStorage', KEY)
  else writeItem('localStorage', KEY, JSON.stringify({ user_id, drafts }))
}

/** Drafts of letters that begin a conversation last as long as the page, by the creator they are for. */
const letters = new Map<string, Draft>()
const listeners = new Set<() => void>()

export function writeFirstMessage(creator_id: string, draft: Draft): void {
  letters.set(creator_id, draft)
  for (const listener of listeners) listener()
}

export function useFirstMessage(creator_id: string): Draft {
  return useSyncExternalStore(subscribe, () => letters.get(creator_id) ?? EMPTY_DRAFT)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let isWatching = false

/** Drafts go with the session, whatever page it ends on. */
export function clearDraftsWithSession(): void {
  if (isWatching) return
  isWatching = true
  subscribeToSession(() => {
    if (sessionToken() !== null) return
    letters.clear()
    held = wasRefused() ? (readItem('localStorage', KEY) ?? held) : null
    removeItem('localStorage', KEY)
  })
}
