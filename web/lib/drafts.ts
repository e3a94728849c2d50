import { useSyncExternalStore } from 'react'
import { sessionToken, subscribeToSession, wasRefused } from './session.ts'
import { readItem, removeItem, writeItem } from './storage.ts'

/** Message drafts: texts that were written and not sent. All are deleted with the session. */
export interface Draft {
  text: string
  /** The last attempt to send it, if that failed. */
  unsent?: Attempt
}

/** A message to send. The `client_id` is an idempotency key: a retry of the same text uses it again. */
export interface Attempt {
  client_id: string
  content: string
}

export const EMPTY_DRAFT: Draft = { text: '' }

/** Whether sending this text has failed before. Surrounding spaces are ignored. */
export function isRetry({ text, unsent }: Draft): boolean {
  return unsent?.content === text.trim()
}

/** A retry of the same text keeps its id; another text gets a new one. */
export function attemptOf(draft: Draft, newId: () => string): Attempt {
  if (draft.unsent && isRetry(draft)) return draft.unsent
  return { content: draft.text.trim(), client_id: newId() }
}

/** Drafts in existing conversations are kept in localStorage, by conversation. */

interface Drafts {
  user_id: string
  /** Oldest first. */
  drafts: [conversation_id: string, draft: Draft][]
}

const KEY = 'drafts'
const MAX_DRAFTS = 50

/** The stored drafts of a session that the server has ended. They stay in memory, in case the same person logs in again. */
let retained: string | null = null

function read(user_id: string): Drafts['drafts'] {
  try {
    const stored: Drafts = JSON.parse(readItem('localStorage', KEY) ?? retained ?? 'null')
    return stored.user_id === user_id && Array.isArray(stored.drafts) ? stored.drafts : []
  } catch {
    return []
  }
}

export function readDraft(user_id: string, conversation_id: string): Draft {
  return read(user_id).find(([id]) => id === conversation_id)?.[1] ?? EMPTY_DRAFT
}

/** Stores nothing after the end of the session, since components may still write while they unmount. */
export function writeDraft(user_id: string, conversation_id: string, draft: Draft): void {
  if (sessionToken() === null) return
  const others = read(user_id).filter(([id]) => id !== conversation_id)
  retained = null
  const drafts = draft.text === '' ? others : [...others, [conversation_id, draft] as const].slice(-MAX_DRAFTS)
  if (drafts.length === 0) removeItem('localStorage', KEY)
  else writeItem('localStorage', KEY, JSON.stringify({ user_id, drafts }))
}

/** Drafts of messages that begin a conversation are kept in memory, by creator. */
const firstMessages = new Map<string, Draft>()
const listeners = new Set<() => void>()

export function writeFirstMessage(creator_id: string, draft: Draft): void {
  firstMessages.set(creator_id, draft)
  for (const listener of listeners) listener()
}

export function useFirstMessage(creator_id: string): Draft {
  return useSyncExternalStore(subscribe, () => firstMessages.get(creator_id) ?? EMPTY_DRAFT)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let isWatching = false

/** Deletes all drafts when the session ends, on any page. Idempotent. */
export function clearDraftsWithSession(): void {
  if (isWatching) return
  isWatching = true
  subscribeToSession(() => {
    if (sessionToken() !== null) return
    firstMessages.clear()
    retained = wasRefused() ? (readItem('localStorage', KEY) ?? retained) : null
    removeItem('localStorage', KEY)
  })
}
