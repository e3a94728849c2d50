import { useEffect, useRef } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { toast } from '#web/lib/toasts.ts'

/** For a dialog that can be closed while something is on its way: says in passing what it can no longer show. */
export function useMissedFailure(isOpen: boolean): (error: Error) => void {
  const isOpenNow = useIsNow(isOpen)
  return (error) => {
    if (!isOpenNow.current) toast({ type: 'error', message: errorText(error) })
  }
}

/** Whether it is so at the moment somebody looks; once it is gone from the page it is not. */
export function useIsNow(isSo: boolean): { readonly current: boolean } {
  const now = useRef(isSo)
  useEffect(() => {
    now.current = isSo
    return () => {
      now.current = false
    }
  }, [isSo])
  return now
}
