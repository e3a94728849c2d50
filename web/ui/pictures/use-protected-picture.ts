import { useEffect, useEffectEvent, useState } from 'react'
import { fetchProtected } from '#web/lib/protected-media.ts'

/** A blob's address for as long as the picture is drawn. A path of null fetches nothing. */
export function useProtectedPicture(path: string | null, onFailed: (error: unknown) => void): string | null {
  const [url, setUrl] = useState<string | null>(null)
  const failed = useEffectEvent(onFailed)

  useEffect(() => {
    if (path === null) return
    const leaving = new AbortController()
    let made: string | null = null
    fetchProtected(path, leaving.signal).then(
      (blob) => {
        if (leaving.signal.aborted) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) failed(error)
      },
    )
    return () => {
      leaving.abort()
      if (made) URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [path])

  return url
}
