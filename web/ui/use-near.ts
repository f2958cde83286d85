import { useState } from 'react'

/**
 * Whether a control was hovered, pressed or focused, and the event handlers that detect it: what it would open is
 * rendered then, not for each control of a screen. A choice of twenty locations beside each of twenty lines was four
 * hundred options that no one saw.
 */
export function useNear() {
  const [isNear, setNear] = useState(false)
  const come = () => setNear(true)
  return { isNear, near: isNear ? {} : { onPointerEnter: come, onPointerDown: come, onFocusCapture: come } }
}
