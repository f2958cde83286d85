import type { Page } from '@playwright/test'

/** Runs in the page: what is wrong with its visible texts, each with the texts concerned. */
const finder = `(() => {
  // A line's box is higher and wider than its letters by a few pixels.
  const least = 3
  const hides = (value) => value !== 'visible'
  const scrolls = (value) => value === 'auto' || value === 'scroll'
  /** The part of a line that the boxes around it let through, and whether they cut it off without a sign of it. */
  const shown = (element, line) => {
    let { left, top, right, bottom } = line
    let [isFixed, isCut] = [false, false]
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.clipPath !== 'none' || style.opacity === '0') return null
      const isMarked = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      const around = box.getBoundingClientRect()
      if (hides(style.overflowX)) {
        isCut ||= !isMarked && !scrolls(style.overflowX) && right - around.right > least
        ;[left, right] = [Math.max(left, around.left), Math.min(right, around.right)]
      }
      if (hides(style.overflowY)) {
        isCut ||= !isMarked && !scrolls(style.overflowY) && bottom - around.bottom > (line.bottom - line.top) / 2
        ;[top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)]
      }
      // It stays in place while the page scrolls, over whatever is there.
      isFixed ||= style.position === 'fixed' || style.position === 'sticky'
      if (style.position === 'fixed') break
    }
    return { left, top, right, bottom, isFixed, isCut }
  }
  const texts = []
  const found = []
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode
    const text = textContent.trim()
    if (text === '' || !element.checkVisibility({ visibilityProperty: true })) continue
    const range = new Range()
    range.selectNodeContents(walker.currentNode)
    for (const line of range.getClientRects()) {
      const rect = shown(element, line)
      if (rect?.isCut) found.push('cut off: "' + text + '"')
      if (!rect || rect.isFixed || rect.right - rect.left < least || rect.bottom - rect.top < least) continue
      texts.push({ element, text, rect })
    }
  }
  for (const [index, { element, text, rect }] of texts.entries())
    for (const other of texts.slice(index + 1)) {
      if (other.element === element) continue
      const wide = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left)
      const high = Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top)
      if (wide > least && high > least) found.push('overlap: "' + text + '" and "' + other.text + '"')
    }
  return found
})()`

/** The texts of a screen that overlap or are cut off: `overlap: "Chain 11-speed" and "Low Stock"`. */
export function textFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(finder)
}
