import { useEffect } from 'react'
import { palette, paletteStore } from './palette-store.ts'

/** Where typing has a meaning of its own. */
const elsewhere =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="radiogroup"]'
/** Keys that are commands by themselves (shortcuts.ts), and Space, which presses buttons and scrolls. */
const commands = '/?[ '

/**
 * Typing needs no press before it: what is typed while no field has the focus goes to the search of the screen (or the
 * field for scans), and on screens without one to the search of everything. A field takes it with
 * `data-takes-typing`.
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
        // The key itself follows into the field, in place of what was searched for before.
        field.focus()
        field.select()
        return
      }
      event.preventDefault()
      paletteStore.setState({ ...paletteStore.getState(), query: key })
      palette.open()
    }
    // After what a screen or a row does with the key.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
