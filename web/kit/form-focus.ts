import { type FocusEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { afterNextPaint } from '../ui/after-next-paint.ts'
import { focusOn, screenHeading } from './focus-heading.ts'

/**
 * A dialog focuses its first field as it opens. If its content appears later, after its data has loaded, the dialog
 * itself has the focus by then, or nothing has if the content replaced the control that had it: the field takes it.
 */
export function useLateFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const focused = document.activeElement
    const content = root.current
    if (!content || content.contains(focused)) return
    const dialog = content.closest('[role="dialog"]')
    if (!dialog || (focused !== document.body && !dialog.contains(focused))) return
    content.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [root])
}

/** A locked field loses the focus. It gets it back afterwards, unless the person moved on. */
export function useFocusAfterLock(locked: boolean): (event: FocusEvent<HTMLFormElement>) => void {
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const focused = document.activeElement
    if (!locked && (focused === null || focused === document.body)) last.current?.focus({ preventScroll: true })
    // Only the element that had the focus when the lock began gets it back.
    if (!locked) last.current = null
  }, [locked])
  return (event) => {
    last.current = event.target
  }
}

/** For a button of a notice above the form that disappears when it is pressed: the form starts again at its top. */
export function leadingToTop(act: () => void): (event: MouseEvent<HTMLButtonElement>) => void {
  return ({ currentTarget }) => {
    const top = currentTarget.closest<HTMLElement>('[role="dialog"]') ?? screenHeading()
    act()
    afterNextPaint(() => top && focusOn(top))
  }
}
