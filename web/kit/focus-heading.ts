/** The heading of the screen, which tells screen readers where they are. */
export function screenHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1')
}

/** Focuses an element without scrolling; a heading isn't a tab stop by itself. */
export function focusOn(element: HTMLElement): void {
  if (element.matches('h1')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/**
 * For a person who pressed a control that disappears: they continue from the screen's heading, as when they open a
 * screen (docs/decisions/0091).
 */
export function focusHeading(): void {
  const heading = screenHeading()
  if (heading) focusOn(heading)
}

/** Does the same if the element that had the focus has disappeared. */
export function focusHeadingIfLost(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusHeading()
}
