import type { KeyboardEvent } from 'react'

/**
 * Scanners that act as keyboards press Ctrl and ] for the character GS between the elements of a GS1 code. Browsers
 * type nothing then: this types the sign for it, so that a lot ends where it does.
 */
export function typeSeparator(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== ']' || !event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  const field = event.currentTarget
  field.setRangeText(
    '\u241d',
    field.selectionStart ?? field.value.length,
    field.selectionEnd ?? field.value.length,
    'end',
  )
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
