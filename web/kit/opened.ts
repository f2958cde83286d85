import { type RefCallback, useLayoutEffect, useRef, useState } from 'react'

/** What Escape closes. Lists of options stay in the document while they are closed. */
export const openedSelector = '[role="dialog"], [role="menu"], [aria-haspopup="listbox"][data-expanded]'

/**
 * The dialog, panel, menu or list of options on top: what is open and has the focus, because each keeps the focus while
 * it is open. Null if nothing is open.
 */
export function topmostOpened(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>(openedSelector)
  return focused ?? [...document.querySelectorAll<HTMLElement>(openedSelector)].at(-1) ?? null
}

/** The open questions: they belong to no screen, so a change of the screen doesn't close them by itself. */
const questions = new Set<() => void>()

/** Dismisses a question when Forward changes the screen below it. Returns a function for when it has been answered. */
export function dismissOnForward(dismiss: () => void): () => void {
  questions.add(dismiss)
  return () => questions.delete(dismiss)
}

/** Dismisses all open questions. */
export function dismissQuestions(): void {
  for (const dismiss of questions) dismiss()
}

const closers = new WeakMap<Element, () => void>()

/**
 * Closes a dialog by Escape, but not while something is open above it, which Escape closes then. Returns a ref for an
 * element in it. The library's own dialogs all close by the same key press.
 */
export function useEscape(close: () => void): RefCallback<HTMLElement> {
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })
  const [ref] = useState(() => (element: HTMLElement | null) => {
    const dialog = element?.closest('[role="dialog"]')
    if (dialog) closers.set(dialog, () => latest.current())
  })
  return ref
}

function onKey({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing) return
  // It has a use for the key itself.
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return
  const top = topmostOpened()
  if (top) closers.get(top)?.()
}

// Before any dialog of the library listens: one that closes first is gone from the document.
if (typeof window !== 'undefined') window.addEventListener('keydown', onKey, true)
