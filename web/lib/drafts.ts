import { sessionToken, subscribeToSession, wasRefused } from './session.ts'
import { readItem, removeItem, writeItem } from './storage.ts'

/** What somebody has written and not sent. It outlives the page, but not the session. */
export interface Draft {
  text: string
  /** Of an attempt that failed: the same words go out under it again, so that they cannot arrive twice. */
  unsent?: { client_id: string; content: string }
}

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
  return read(user_id).find(([id]) => id === conversation_id)?.[1] ?? { text: '' }
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

let isWatching = false

/** Drafts go with the session, whatever page it ends on. */
export function forgetDraftsWithSession(): void {
  if (isWatching) return
  isWatching = true
  subscribeToSession(() => {
    if (sessionToken() !== null) return
    held = wasRefused() ? (readItem('localStorage', KEY) ?? held) : null
    removeItem('localStorage', KEY)
  })
}
