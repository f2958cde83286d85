import { type RefCallback, useCallback, useState } from 'react'

/**
 * An element's width (its border box, in pixels): known before the first paint, so that nothing is laid out twice, and
 * tracked from then on. 0 while it is hidden.
 */
export function useWidth<E extends HTMLElement>(): { ref: RefCallback<E>; width: number } {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: E | null) => {
    if (!element) return
    setWidth(element.offsetWidth)
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.borderBoxSize[0]?.inlineSize ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
