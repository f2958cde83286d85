import { startTransition, useEffect, useState } from 'react'

/**
 * The rows that fill a window first, and all of them once these are on the screen: the rest is drawn in pieces that
 * keys and clicks can interrupt. Forty lines of fields took a slow processor half a second before anything was seen.
 * `heightOf` is what a row takes at least, in pixels.
 */
export function useGradually<Row>(rows: readonly Row[], heightOf: (row: Row) => number): readonly Row[] {
  const [first] = useState(() => {
    let height_px = 0
    const beyond = rows.findIndex((row) => (height_px += heightOf(row)) > window.innerHeight)
    return beyond === -1 ? rows.length : beyond + 1
  })
  const isWhole = useAfterFirstPaint(rows.length <= first)
  return isWhole ? rows : rows.slice(0, first)
}

/** False for the first picture of a screen, true afterwards; true at once where there is nothing to wait for. */
export function useAfterFirstPaint(isReady = false): boolean {
  const [isDrawn, setDrawn] = useState(isReady)
  useEffect(() => {
    if (isDrawn) return
    // A frame is what lets the browser paint: a transition alone may be over before it does.
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(true)))
    return () => cancelAnimationFrame(frame)
  }, [isDrawn])
  return isDrawn
}
