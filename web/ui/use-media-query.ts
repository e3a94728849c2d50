import { useCallback, useSyncExternalStore } from 'react'

/** Whether a CSS media query matches, and follows its changes. False where a page is prerendered. */
function useMatchMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Whether the reader has asked the system for less motion. */
export function useReducedMotion(): boolean {
  return useMatchMedia('(prefers-reduced-motion: reduce)')
}

/** Whether the window has room for two columns. For content that is fetched only then. */
export function useWideWindow(): boolean {
  return useMatchMedia('(width >= 1024px)')
}

/** Whether a conversation has room for a panel at its right, with the list at its left. */
export function useRoomForThirdColumn(): boolean {
  return useMatchMedia('(width >= 1280px)')
}

/**
 * Whether there is room for a panel beside a picture rather than below it: on a desktop, and in a low window such as a
 * phone in landscape or a laptop at 200 %. For content that is rendered differently there, not only laid out differently.
 */
export function useRoomForSidePanel(): boolean {
  return useMatchMedia('(width >= 1024px), (width >= 560px) and (height < 560px)')
}

/** Whether the page runs as an installed app, without the buttons of a browser around it. */
export function useInstalledApp(): boolean {
  return useMatchMedia('(display-mode: standalone)')
}
