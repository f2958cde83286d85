import type { Page } from '@playwright/test'
import { runFirst } from './tab.ts'

/** Runs in the page before any other script. */
const observer = `(() => {
  // Scores are reported with four decimals.
  const least = 0.00005
  const shifts = []
  const nameOf = (node) => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? element.tagName.toLowerCase() + ' "' + element.textContent.trim().slice(0, 30) + '"' : 'something gone'
  }
  const corner = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(',')
  const note = (entries) => {
    for (const { hadRecentInput, value, sources } of entries) {
      if (hadRecentInput || value < least) continue
      const moved = sources.map(({ node, previousRect, currentRect }) => nameOf(node) + ' ' + corner(previousRect) + ' → ' + corner(currentRect))
      shifts.push(value.toFixed(4) + ': ' + moved.join('; '))
    }
  }
  const watched = new PerformanceObserver((list) => note(list.getEntries()))
  watched.observe({ type: 'layout-shift', buffered: true })
  globalThis.readLayoutShifts = () => {
    note(watched.takeRecords())
    return shifts
  }
})()`

/** Watches every page loaded from here on for layout shifts. */
export async function observe(page: Page): Promise<void> {
  await runFirst(page, observer)
}

/**
 * The layout shifts since the page was loaded that no input caused, each with what moved:
 * `0.0051: p "Total" 24,180,90,20 → 24,212,90,20`.
 */
export function shifts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('globalThis.readLayoutShifts()')
}
