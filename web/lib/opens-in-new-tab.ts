import type { MouseEvent } from 'react'

/** Whether a click with these modifier keys opens the link in a new tab or window, so that the page must not handle it. */
export function opensInNewTab({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}
