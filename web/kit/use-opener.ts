import { useLayoutEffect, useRef, useState } from 'react'
import { afterNextPaint } from '../ui/after-next-paint.ts'
import { focusHeadingIfLost } from './focus-heading.ts'

/**
 * Returns what a dialog calls once it has closed: the control that opened it has the focus again, else the heading of
 * the screen. Called when the dialog is to open: a menu that opened it is removed in the same moment, and the library
 * looks only later. A dialog that is removed while it is open, with the record it was about, returns the focus as well.
 */
export function useOpener(opened: boolean): () => void {
  const [wasOpened, setWasOpened] = useState(false)
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setOpener(openerOf(document.activeElement))
  }
  const returnFocus = () => {
    if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
    focusHeadingIfLost()
  }
  const latest = useRef(returnFocus)
  useLayoutEffect(() => {
    latest.current = returnFocus
  })
  useLayoutEffect(() => {
    if (!opened) return undefined
    return () => afterNextPaint(() => latest.current())
  }, [opened])
  return returnFocus
}

/** The control that has the focus; the button of the menu that it is part of. */
function openerOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : (focused as HTMLElement | null)
}
