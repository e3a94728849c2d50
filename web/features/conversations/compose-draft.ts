import { MESSAGE_MAX } from '#contract/limits.ts'

/** From here on somebody is told how much room is left. */
const COUNTED_BELOW = 200

/** What is sent: one text has one name, however often it is tried, so that it arrives once. */
export interface Attempt {
  content: string
  client_id: string
}

/** A letter that is being written, and what was last tried to send of it. */
export interface Draft {
  text: string
  attempt: Attempt | null
}

export const EMPTY_DRAFT: Draft = { text: '', attempt: null }

/** Another text is another message; the same one again is a retry. */
export function attemptOf({ text, attempt }: Draft, newId: () => string): Attempt {
  const content = text.trim()
  return attempt?.content === content ? attempt : { content, client_id: newId() }
}

/** How many characters are left, once they become few; below zero there are too many. Spaces around it do not count. */
export function roomLeft(text: string): number | null {
  const left = MESSAGE_MAX - [...text.trim()].length
  return left < COUNTED_BELOW ? left : null
}

export function canBeSent(text: string): boolean {
  return text.trim() !== '' && (roomLeft(text) ?? 0) >= 0
}
