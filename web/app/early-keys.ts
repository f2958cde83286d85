import { palette, paletteStore } from './palette-store.ts'

const enter = { key: 'Enter', code: 'Enter' }

/** Marks the field of the palette. */
export const paletteField = { 'data-palette-field': true } as const

/**
 * Users keep typing right after opening the palette, while it is loading: these keys belong in its field, not in the
 * one that had the focus before. Until the field has the focus they are written into the palette's query, and Enter is
 * pressed once it has. Returns a function that stops this.
 */
export function keepEarlyKeys(): () => void {
  let opened = paletteStore.getState().opened
  let early = opened
  let isEntered = false
  const write = (change: (query: string) => string) =>
    paletteStore.setState({ ...paletteStore.getState(), query: change(paletteStore.getState().query) })

  const onState = (state: { opened: boolean }) => {
    if (state.opened === opened) return
    opened = state.opened
    // Closed before it was visible: its text isn't kept for the next time.
    if (!opened && early) write(() => '')
    early = opened
    isEntered = false
  }
  const onKey = (event: KeyboardEvent) => {
    if (early && document.activeElement?.hasAttribute('data-palette-field')) early = false
    if (!early || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Escape') palette.close()
    else if (event.key === 'Backspace') write((query) => [...query].slice(0, -1).join(''))
    else if ([...event.key].length === 1) write((query) => query + event.key)
    // Enter would press the element that had the focus before.
    else if (event.key !== 'Enter') return
    isEntered = event.key === 'Enter'
    event.preventDefault()
    event.stopPropagation()
  }
  const onPointer = () => {
    early = false
    isEntered = false
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!isEntered || !(target instanceof HTMLElement) || !target.hasAttribute('data-palette-field')) return
    isEntered = false
    early = false
    // Once the palette has the text.
    setTimeout(() => target.dispatchEvent(new KeyboardEvent('keydown', { ...enter, bubbles: true, cancelable: true })))
  }
  const forget = paletteStore.subscribe(onState)
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('pointerdown', onPointer, true)
  window.addEventListener('focusin', onFocus)
  return () => {
    forget()
    window.removeEventListener('keydown', onKey, true)
    window.removeEventListener('pointerdown', onPointer, true)
    window.removeEventListener('focusin', onFocus)
  }
}
