import { afterNextPaint } from '../ui/after-next-paint.ts'
import { focusHeading } from './focus-heading.ts'

/** How long a screen may take to show what a command changed. */
const patienceMs = 5_000

const acts = ['keydown', 'pointerdown'] as const

/**
 * A control that is disabled while its command is sent, or disappears with what the command changed, loses the focus.
 * Once the command is over, the control gets it back; if the control is gone, the screen's heading gets it. This ends
 * when the person does something else.
 */
export function returnFocus(control: Element | null): void {
  if (control === null || !(control instanceof HTMLElement)) return
  const watch = new AbortController()
  const look = () => {
    if (watch.signal.aborted || !isFocusLost()) return
    if (!control.isConnected) focusHeading()
    // Not yet, while it is still disabled.
    else if (!control.matches(':disabled')) control.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => afterNextPaint(look))
  const stop = () => watch.abort()
  const timer = setTimeout(stop, patienceMs)
  for (const event of acts) document.addEventListener(event, stop, { capture: true, signal: watch.signal })
  watch.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  afterNextPaint(look)
}

/** Nothing has the focus, and no dialog is open, which returns it by itself. */
function isFocusLost(): boolean {
  const focused = document.activeElement
  return (focused === null || focused === document.body) && document.querySelector('[role="dialog"]') === null
}
