import { useState } from 'react'

/**
 * Whether a control was pointed at, pressed or focused, and the events that tell: what it would open is made then, not
 * with each of the controls that a screen shows. A choice of twenty locations beside each of twenty lines was four
 * hundred options that no one saw.
 */
export function useNear() {
  const [isNear, setNear] = useState(false)
  const come = () => setNear(true)
  return { isNear, near: isNear ? {} : { onPointerEnter: come, onPointerDown: come, onFocusCapture: come } }
}
