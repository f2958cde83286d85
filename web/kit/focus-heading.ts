/** The heading of the screen, in which a screen reader hears where one is. */
export function screenHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1')
}

/** Gives an element the focus without moving the page; a heading is not in the order of Tab by itself. */
export function focusOn(element: HTMLElement): void {
  if (element.matches('h1')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/**
 * For a person who pressed what is gone afterwards: they go on from the screen's heading, as when they come to a screen
 * (docs/decisions/0091).
 */
export function focusHeading(): void {
  const heading = screenHeading()
  if (heading) focusOn(heading)
}

/** Does the same when the element that had the focus is gone. */
export function focusHeadingIfLost(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusHeading()
}
