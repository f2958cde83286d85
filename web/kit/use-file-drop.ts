import { type DragEvent, useState } from 'react'

/** Props of an element that accepts a dropped file; it has `data-over` while one is above it. */
export function useFileDrop(onFile: (file: File) => void, enabled = true) {
  const [over, setOver] = useState(false)
  return {
    'data-over': (over && enabled) || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file && enabled) onFile(file)
    },
  }
}
