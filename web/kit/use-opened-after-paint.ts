import { useEffect, useState } from 'react'
import { afterNextPaint } from '../ui/after-next-paint.ts'

/**
 * `opened`, but true only once the press is drawn: mounting a form takes a slow processor a tenth of a second. Closes
 * immediately.
 */
export function useOpenedAfterPaint(opened: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    if (!opened) return
    let isCurrent = true
    afterNextPaint(() => isCurrent && setPainted(true))
    return () => {
      isCurrent = false
      setPainted(false)
    }
  }, [opened])
  return opened && isPainted
}
