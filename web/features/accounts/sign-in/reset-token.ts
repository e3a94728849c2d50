import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readItem, removeItem, writeItem } from '#web/lib/storage.ts'

const PARAMETER = 'reset_password_token'

/**
 * The token of the link. It leaves the address bar as soon as it is read, so that it stands in no history, no screenshot
 * and no report; this tab keeps it, so that a reload does not lose it.
 */
export function useResetToken(): string {
  const [query, setQuery] = useSearchParams()
  const given = query.get(PARAMETER)
  const [kept, setKept] = useState(() => readItem('sessionStorage', PARAMETER) ?? '')

  useEffect(() => {
    if (given === null) return
    writeItem('sessionStorage', PARAMETER, given)
    setKept(given)
    setQuery(
      (before) => {
        before.delete(PARAMETER)
        return before
      },
      { replace: true },
    )
  }, [given, setQuery])

  return given ?? kept
}

/** Once it is used up. */
export function forgetResetToken(): void {
  removeItem('sessionStorage', PARAMETER)
}
