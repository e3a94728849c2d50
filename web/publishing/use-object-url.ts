import { useEffect, useState } from 'react'

/** An address of a file's bytes for as long as it is drawn; never that of the file before it. */
export function useObjectUrl(file: Blob | null): string | null {
  const [made, setMade] = useState<{ file: Blob; url: string } | null>(null)
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setMade({ file, url })
    return () => {
      URL.revokeObjectURL(url)
      setMade(null)
    }
  }, [file])
  return made?.file === file ? made.url : null
}
