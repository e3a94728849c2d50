import { MESSAGE_MAX } from '#contract/limits.ts'

/** From here on somebody is told how much room is left. */
const COUNTED_BELOW = 200

/** How many characters are left, once they become few; below zero there are too many. Spaces around it do not count. */
export function roomLeft(text: string): number | null {
  const left = MESSAGE_MAX - [...text.trim()].length
  return left < COUNTED_BELOW ? left : null
}

export function canBeSent(text: string): boolean {
  return text.trim() !== '' && (roomLeft(text) ?? 0) >= 0
}
