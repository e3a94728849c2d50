import { useSyncExternalStore } from 'react'

/** A desk, or a low window: a phone on its side, a laptop at 200 %. There a panel takes no height from a picture. */
const QUERY = '(width >= 1024px), (width >= 560px) and (height < 560px)'

function subscribe(listener: () => void) {
  const setting = matchMedia(QUERY)
  setting.addEventListener('change', listener)
  return () => setting.removeEventListener('change', listener)
}

/** Whether words stand beside a picture and not below it, for what is built differently and not only laid out so. */
export function useRoomBeside(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  )
}
