import type { MouseEvent } from 'react'

/** A link that was pressed like this opens in a tab or window of its own, and what the page would do is not wanted. */
export function opensElsewhere({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}
