import { type RefCallback, useCallback, useState } from 'react'

/**
 * How wide an element is (its border box, pixels): known before it is painted for the first time, so that nothing is
 * laid out twice, and followed from then on. 0 where it is not shown.
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
