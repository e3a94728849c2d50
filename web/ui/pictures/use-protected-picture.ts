import { useEffect, useEffectEvent, useState } from 'react'
import { fetchProtected } from '#web/lib/protected-media.ts'

/** Fetches a protected picture as a blob URL, which is revoked on unmount. Null fetches nothing. */
export function useProtectedPicture(path: string | null, onFailed: (error: unknown) => void): string | null {
  const [url, setUrl] = useState<string | null>(null)
  const failed = useEffectEvent(onFailed)

  useEffect(() => {
    if (path === null) return
    const controller = new AbortController()
    let objectUrl: string | null = null
    fetchProtected(path, controller.signal).then(
      (blob) => {
        if (controller.signal.aborted) return
        objectUrl = URL.createObjectURL(blob)
        setUrl(objectUrl)
      },
      (error: unknown) => {
        if (!controller.signal.aborted) failed(error)
      },
    )
    return () => {
      controller.abort()
      if (objectUrl) URL.revokeObjectURL(objectUrl)
      setUrl(null)
    }
  }, [path])

  return url
}
