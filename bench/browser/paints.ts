import type { Page } from '@playwright/test'

/** The shortest duration that the browser reports; anything shorter counts as this. */
export const shortestEventMs = 16

/** Runs in each page before any other script. */
export const observers = `(() => {
  const seen = globalThis.benchSeen = { events: [], largest: 0, shift: 0 }
  const watch = (type, note, more) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true, ...more })
  watch('event', (entry) => { if (entry.interactionId) seen.events.push(entry.duration) }, { durationThreshold: ${shortestEventMs} })
  watch('largest-contentful-paint', (entry) => { seen.largest = entry.startTime })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })
})()`

export type Painted = { firstMs: number; largestMs: number; shift: number }

/** When the page was first painted and when its largest element was, in milliseconds, and its layout shift. */
export async function paints(page: Page): Promise<Painted> {
  await settled(page)
  return page.evaluate<Painted>(`({
    firstMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    largestMs: benchSeen.largest,
    shift: benchSeen.shift,
  })`)
}

/** Milliseconds from the press to the next frame, of the slowest press that `work` makes. */
export async function slowestPress(page: Page, work: () => Promise<void>): Promise<number> {
  await settled(page)
  await page.evaluate('benchSeen.events.length = 0')
  await work()
  await settled(page)
  return page.evaluate<number>(`Math.max(${shortestEventMs}, ...benchSeen.events)`)
}

/** Waits until nothing is loading and the last change has been painted and recorded. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]').first().waitFor({ state: 'detached' })
  await page.evaluate(`new Promise((done) => requestIdleCallback(() => setTimeout(done, 150), { timeout: 5_000 }))`)
}
