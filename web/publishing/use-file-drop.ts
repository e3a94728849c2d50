import { type DragEvent, useEffect, useState } from 'react'

/**
 * Drag and drop of files onto an element. A drop elsewhere on the page is cancelled: the browser would navigate to the
 * file, and the typed text would be lost.
 */
export function useFileDrop(onDrop: (files: File[]) => void, isOff: boolean) {
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    document.addEventListener('dragover', cancelFileDrop)
    document.addEventListener('drop', cancelFileDrop)
    return () => {
      document.removeEventListener('dragover', cancelFileDrop)
      document.removeEventListener('drop', cancelFileDrop)
    }
  }, [])

  const target = {
    onDragOver: (event: DragEvent) => {
      if (isOff || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      const isStillInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
      if (!isStillInside) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (isOff) return
      event.preventDefault()
      const files = [...event.dataTransfer.files]
      if (files.length > 0) onDrop(files)
    },
  }
  return { isOver, target }
}

function cancelFileDrop(event: globalThis.DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
