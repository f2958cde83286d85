import { useLayoutEffect, useRef } from 'react'
import { focusHeadingIfLost } from './focus-heading.ts'

/**
 * Returns what a dialog calls once it has closed: the control that opened it has the focus again, else the heading of
 * the screen. The library remembers the control in an effect after painting. Without a transition the dialog may have
 * taken the focus by then.
 */
export function useOpener(isOpen: boolean): () => void {
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement as HTMLElement
  }, [isOpen])
  return () => {
    if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true })
    focusHeadingIfLost()
  }
}
