import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds; before the app runs, none does. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const setting = matchMedia(query)
      setting.addEventListener('change', listener)
      return () => setting.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
