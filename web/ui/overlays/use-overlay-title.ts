import { useEffect } from 'react'
import { showOverlayTitle } from '#web/lib/page-title.ts'

/** Sets the document title while an overlay is open. Null, or unmounting, restores the title of the page. */
export function useOverlayTitle(title: string | null): void {
  useEffect(() => (title === null ? undefined : showOverlayTitle(title)), [title])
}
