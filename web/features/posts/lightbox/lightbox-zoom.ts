import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  visualViewport?.addEventListener('resize', listener)
  return () => visualViewport?.removeEventListener('resize', listener)
}

/** Whether two fingers have made the page larger than its window. */
export function useIsZoomed(): boolean {
  return useSyncExternalStore(subscribe, () => (visualViewport?.scale ?? 1) > 1.01)
}
