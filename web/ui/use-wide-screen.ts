import { useSyncExternalStore } from 'react'

/** From here on there is room beside a picture. */
const QUERY = '(width >= 1024px)'

function subscribe(listener: () => void) {
  const setting = matchMedia(QUERY)
  setting.addEventListener('change', listener)
  return () => setting.removeEventListener('change', listener)
}

/** Whether the window is as wide as a desk's, for what is built differently and not only laid out so. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  )
}
