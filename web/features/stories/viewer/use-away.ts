import { useEffect, useState } from 'react'

/** Whether nobody looks: the tab is in the background, or another window has the focus. */
export function useAway(): boolean {
  const [isAway, setAway] = useState(() => document.hidden)
  useEffect(() => {
    const leave = () => setAway(true)
    const comeBack = () => setAway(document.hidden)
    addEventListener('blur', leave)
    addEventListener('focus', comeBack)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      removeEventListener('blur', leave)
      removeEventListener('focus', comeBack)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [])
  return isAway
}
