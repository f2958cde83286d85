import { startTransition, useEffect, useState } from 'react'

/**
 * First the rows that fill a window, and all of them once these are visible: the rest is rendered in pieces that keys
 * and clicks can interrupt. Rendering forty lines of fields took a slow processor half a second before anything was
 * visible. `heightOf` is a row's minimum height in pixels.
 */
export function useGradually<Row>(rows: readonly Row[], heightOf: (row: Row) => number): readonly Row[] {
  const [first] = useState(() => {
    let heightPx = 0
    const beyond = rows.findIndex((row) => (heightPx += heightOf(row)) > window.innerHeight)
    return beyond === -1 ? rows.length : beyond + 1
  })
  const isWhole = useAfterFirstPaint(rows.length <= first)
  return isWhole ? rows : rows.slice(0, first)
}

/** False for the first frame of a screen, true afterwards; true immediately if there is nothing to wait for. */
export function useAfterFirstPaint(isReady = false): boolean {
  const [isDrawn, setDrawn] = useState(isReady)
  useEffect(() => {
    if (isDrawn) return
    // The browser paints only between frames: a transition alone may be finished before that.
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(true)))
    return () => cancelAnimationFrame(frame)
  }, [isDrawn])
  return isDrawn
}
