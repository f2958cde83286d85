import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumSwitches, ensureChromium } from '../../tools/chromium.ts'
import type { Person } from '../person.ts'
import type { BenchServer } from '../server.ts'

/** A slow phone line. */
export const slowLine = { bitsPerSecond: 1_600_000, latencyMs: 150 }
/** How much slower the page's processor is than this machine's, to simulate a cheap phone. */
export const processorSlowdown = 4

/** A new browser window: its page, and the CDP session that throttles it. */
export type Window = Readonly<{ page: Page; cdp: CDPSession; context: BrowserContext }>

/** Runs `work` with a Chromium that is closed afterwards. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumSwitches })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** A window with an empty cache in which `person` signed in earlier; null for a stranger. */
export async function newWindow(browser: Browser, server: BenchServer, person: Person | null): Promise<Window> {
  const localStorage = person ? [{ name: 'onhand-session', value: JSON.stringify(person.session) }] : []
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
  })
  await context.addInitScript(observers)
  const page = await context.newPage()
  return { page, cdp: await context.newCDPSession(page), context }
}

export async function onSlowLine({ cdp }: Window): Promise<void> {
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowLine.latencyMs,
    downloadThroughput: slowLine.bitsPerSecond / 8,
    uploadThroughput: slowLine.bitsPerSecond / 8,
  })
}

export async function onSlowProcessor({ cdp }: Window): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
}

/** The shortest duration that the browser reports; anything shorter counts as this. */
export const shortestEvent_ms = 16

/** Runs in each page before any other script. */
const observers = `(() => {
  const seen = globalThis.benchSeen = { events: [], largest: 0, shift: 0 }
  const watch = (type, note, more) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true, ...more })
  watch('event', (entry) => { if (entry.interactionId) seen.events.push(entry.duration) }, { durationThreshold: ${shortestEvent_ms} })
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
  return page.evaluate<number>(`Math.max(${shortestEvent_ms}, ...benchSeen.events)`)
}

/** Waits until nothing is loading and the last change has been painted and recorded. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]').first().waitFor({ state: 'detached' })
  await page.evaluate(`new Promise((done) => requestIdleCallback(() => setTimeout(done, 150), { timeout: 5_000 }))`)
}
