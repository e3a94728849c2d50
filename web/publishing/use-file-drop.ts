import { type DragEvent, useEffect, useState } from 'react'

/**
 * Lets a file be dropped on an element. Beside it, nothing happens: a browser would leave the page and show the file, and
 * what was typed would be gone.
 */
export function useFileDrop(onDrop: (file: File) => void, isOff: boolean) {
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    document.addEventListener('dragover', refuseFiles)
    document.addEventListener('drop', refuseFiles)
    return () => {
      document.removeEventListener('dragover', refuseFiles)
      document.removeEventListener('drop', refuseFiles)
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
      const file = event.dataTransfer.files[0]
      if (file) onDrop(file)
    },
  }
  return { isOver, target }
}

function refuseFiles(event: globalThis.DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
