import { useEffect, useRef } from 'react'

const typedInto = 'input, textarea, select, [contenteditable]'

/**
 * Calls back when a key is pressed without modifiers, in any keyboard layout, unless the person is typing or a dialog
 * is open.
 */
export function usePlainKey(key: string, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph')
      if (event.key !== key || isCommand || event.metaKey || event.defaultPrevented || event.isComposing) return
      const isTyping = event.target instanceof Element && event.target.closest(typedInto) !== null
      if (isTyping || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [key])
}
