import { useEffect } from 'react'
import { palette } from './palette-store.ts'

/** Elements that handle typing themselves. */
const elsewhere =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="radiogroup"]'
/** Keys that are commands by themselves (shortcuts.ts), and Space, which presses buttons and scrolls. */
const commands = '/?[ '

/**
 * Typing works without a click: text typed while no field has the focus goes to the screen's search (or its field for
 * scans), and on screens without one to the search of everything. A field opts in with `data-takes-typing`.
 */
export function useTypeToSearch(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event
      const isCommand = event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))
      if (event.defaultPrevented || event.isComposing || isCommand) return
      if ([...key].length !== 1 || commands.includes(key)) return
      if (target instanceof Element && target.closest(elsewhere)) return
      if (document.querySelector('[role="dialog"], [role="menu"]')) return
      const field = document.querySelector<HTMLInputElement>('main [data-takes-typing]:not(:disabled)')
      if (field) {
        // The key itself goes into the field, replacing the previous search.
        field.focus()
        field.select()
        return
      }
      event.preventDefault()
      palette.open(key)
    }
    // After a screen or row has handled the key.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
