import { useEffect, useState } from 'react'

/** Object URL of a file, revoked on unmount and when the file changes. It never returns the URL of the previous file. */
export function useObjectUrl(file: Blob | null): string | null {
  const [created, setCreated] = useState<{ file: Blob; url: string } | null>(null)
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setCreated({ file, url })
    return () => {
      URL.revokeObjectURL(url)
      setCreated(null)
    }
  }, [file])
  return created?.file === file ? created.url : null
}
