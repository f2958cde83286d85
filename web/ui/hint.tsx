import { type FloatingPosition, Tooltip } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const delayMs = 300

type HintProps = Readonly<{
  label: string
  position?: FloatingPosition
  /** Where the tooltip appears. */
  disabled?: boolean
  children: ReactNode
}>

/**
 * A tooltip with what an icon's button does, shown while the button is hovered or has the keyboard's focus. It is
 * mounted only then: in a table it would cost more than the row itself.
 */
export function Hint({ label, position = 'top', disabled = false, children }: HintProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setTarget(null)
  }
  const show = (element: Element | null) => {
    clearTimeout(timer.current)
    if (!(element instanceof HTMLElement)) return
    timer.current = setTimeout(() => setTarget(element), delayMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the events come from the button inside
    <span
      style={{ display: 'contents' }}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(event.currentTarget.firstElementChild)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target: focused }) => focused.matches(':focus-visible') && show(focused)}
      onBlur={hide}
    >
      {children}
      {target && !disabled && <Tooltip label={label} position={position} target={target} opened />}
    </span>
  )
}
