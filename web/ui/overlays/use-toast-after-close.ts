import { useEffect, useRef } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { toast } from '#web/lib/toasts.ts'

/** Shows an error as a toast if its dialog was closed while the mutation was pending. */
export function useToastAfterClose(isOpen: boolean): (error: Error) => void {
  const isOpenNow = useLatestFlag(isOpen)
  return (error) => {
    if (!isOpenNow.current) toast({ type: 'error', message: errorText(error) })
  }
}

/** The latest value of a flag as a ref, for callbacks; false after unmounting. */
export function useLatestFlag(flag: boolean): { readonly current: boolean } {
  const now = useRef(flag)
  useEffect(() => {
    now.current = flag
    return () => {
      now.current = false
    }
  }, [flag])
  return now
}
