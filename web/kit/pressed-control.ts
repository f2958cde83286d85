/** Tracks the control pressed last and marks it busy while its command is running. */
export type PressedControl = Readonly<{
  /** Starts to listen to presses in this document. */
  watch: (page: Document) => void
  /** The control pressed last: a confirmation asks for it, because its own button is gone when the command is sent. */
  current: () => Element | null
  /** Makes `control` the one pressed last. */
  restore: (control: Element | null) => void
  /** Marks the control pressed last as busy until the returned function is called. */
  hold: () => () => void
}>

const held = 'data-sending'

export function createPressedControl(): PressedControl {
  let pressed: Element | null = null
  const holds = new WeakMap<Element, number>()

  const onPress = (event: Event) => {
    const control = controlOf(event.target)
    if (control?.hasAttribute(held)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    pressed = control
  }
  const onKey = (event: Event) => {
    // A busy control can always lose the focus, and what it opened can be closed.
    if (!['Tab', 'Escape', 'Shift'].includes((event as KeyboardEvent).key)) onPress(event)
  }

  return {
    watch(page) {
      page.addEventListener('click', onPress, { capture: true })
      page.addEventListener('keydown', onKey, { capture: true })
    },
    current: () => pressed,
    restore(control) {
      pressed = control
    },
    hold() {
      const control = pressed
      if (!control) return () => undefined
      holds.set(control, (holds.get(control) ?? 0) + 1)
      control.setAttribute(held, '')
      control.setAttribute('aria-busy', 'true')
      return () => {
        const left = (holds.get(control) ?? 1) - 1
        holds.set(control, left)
        if (left > 0) return
        control.removeAttribute(held)
        control.removeAttribute('aria-busy')
      }
    },
  }
}

/** The button or list field that stays on the page: for an entry of a menu or list, the control that opened it. */
function controlOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  const list = target.closest('[role="menu"], [role="listbox"]')
  const opener = list?.id ? target.ownerDocument.querySelector(`[aria-controls="${CSS.escape(list.id)}"]`) : null
  return opener ?? target.closest('button, input[aria-haspopup="listbox"], input[type="checkbox"], select')
}
