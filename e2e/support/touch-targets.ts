import type { Page } from '@playwright/test'

/** WCAG 2.5.5: a finger needs a square this wide. */
const fingerSizePx = 44

export type SmallTarget = Readonly<{ target: string; width: number; height: number }>

/**
 * The visible targets, or those in an overlay, that are smaller than a square of 44 pixels, and the number fields with
 * less room for their number. Measured by what the
 * browser does with a touch: invisible padding around a target counts, and parts covered by another target don't. As in
 * WCAG, links within a sentence and targets with an equivalent on the same screen are exempt: the marks of a chart,
 * which a table below lists.
 */
export async function smallTargets(page: Page, within = 'body'): Promise<SmallTarget[]> {
  return page.evaluate(`(${measure})(${JSON.stringify({ within, size: fingerSizePx })})`)
}

/** Runs in the page. */
const measure = `({ within, size }) => {
  const pressable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, '
    + '[role=button], [role=menuitem], [role=option], [role=tab]'

  // The target that a touch at this point presses, or null.
  const pressedAt = (x, y) => {
    const hit = document.elementFromPoint(x, y)
    return hit?.closest('label')?.control ?? hit?.closest(pressable) ?? null
  }
  const reach = (element, x, y, dx, dy) => {
    let distance = 0
    while (distance < size && pressedAt(x + dx * (distance + 1), y + dy * (distance + 1)) === element) distance += 1
    return distance
  }
  const isWithinSentence = (element) => {
    // Text that is truncated after some lines turns its inline content into blocks.
    const isCut = getComputedStyle(element.parentElement).webkitLineClamp !== 'none'
    if (!isCut && !getComputedStyle(element).display.startsWith('inline')) return false
    const siblings = [...element.parentElement.childNodes].filter((node) => node !== element)
    return siblings.some((node) => node.nodeType === Node.TEXT_NODE && /\\p{L}{2}/u.test(node.textContent))
  }
  const chart = '[role=group][aria-label="On-hand changes, one by one with the arrow keys"]'
  const isOff = (element) => element.closest('[aria-hidden="true"], [inert], ' + chart) !== null
    || element.matches(':disabled, [tabindex="-1"]:not(button)')

  const small = []
  for (const element of document.querySelectorAll(\`:is(\${within}) :is(\${pressable})\`)) {
    if (isOff(element) || isWithinSentence(element)) continue
    // A switch or radio button that is drawn by its label has no size.
    const isDrawnByLabel = element.matches('input') && getComputedStyle(element).opacity === '0'
    const drawn = isDrawnByLabel ? (element.closest('label') ?? element.parentElement) : element
    if (!drawn.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    drawn.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const box = drawn.getBoundingClientRect()
    // Visible only to screen readers, or the file field behind a button.
    if (box.width <= 1 || box.height <= 1) continue
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const pressed = pressedAt(x, y)
    // Covered by a bar that is fixed to the edge of the window, or on a card that only selects.
    if (pressed === null || (pressed !== element && pressed.closest('header, [data-sticky], [data-selection-bar], [data-select]'))) continue
    const name = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 60)
    const { paddingLeft, paddingRight } = getComputedStyle(element)
    const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    if (element.matches('[inputmode=decimal]') && room < size) small.push({ target: 'number in ' + name, width: room, height: size })
    const width = reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0) + 1
    const height = reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1) + 1
    // The center may be between two pixels.
    if (width >= size - 1 && height >= size - 1) continue
    small.push({ target: element.tagName.toLowerCase() + ' ' + name, width, height })
  }
  return small
}`
