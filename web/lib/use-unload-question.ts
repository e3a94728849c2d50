import { useEffect } from 'react'

/** The browser asks before the tab is closed or reloaded, while something would be lost that cannot be kept. */
export function useUnloadQuestion(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isAsked])
}
