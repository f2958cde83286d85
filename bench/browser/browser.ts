import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumSwitches, ensureChromium } from '../../tools/chromium.ts'
import type { Person } from '../kit/person.ts'
import type { BenchServer } from '../kit/server.ts'
import { observers } from './paints.ts'

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
