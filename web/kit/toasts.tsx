import { Notifications, useNotifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { pressedControl } from './sending.ts'

const transitionMs = 120

/**
 * The toasts' container. The page gets as much space below as they need, and the pressed control is scrolled out from
 * under them.
 */
export function Toasts() {
  const { notifications } = useNotifications()
  const shown = notifications.map(({ id }) => id).join(' ')
  useEffect(() => {
    // They are measured once they are in place.
    const timer = setTimeout(makeRoom, shown === '' ? 0 : transitionMs + 50)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <Notifications
      className="toasts"
      position="bottom-left"
      limit={4}
      autoClose={6_000}
      transitionDuration={transitionMs}
      zIndex={500}
    />
  )
}

function makeRoom(): void {
  const toasts = [...document.querySelectorAll('.toasts [data-toast]')].map((one) => one.getBoundingClientRect())
  const top = Math.min(globalThis.innerHeight, ...toasts.map((toast) => toast.top))
  // Of the page, for scrolling to an element, and of the screen, for its end: the property isn't inherited.
  for (const one of document.querySelectorAll<HTMLElement>('html, main'))
    one.style.setProperty('--oh-toast-room', `${Math.ceil(globalThis.innerHeight - top)}px`)
  const control = [pressedControl.current(), document.activeElement].find(
    (one) => one?.isConnected && one.matches('button'),
  )
  if (control && toasts.some((toast) => overlaps(toast, control.getBoundingClientRect())))
    control.scrollIntoView({ block: 'nearest' })
}

function overlaps(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
