import { chromium, type Page } from '@playwright/test'
import type pg from 'pg'
import { chromiumSwitches, ensureChromium } from '../../tools/chromium.ts'
import { medianOf } from '../kit/percentiles.ts'
import type { Person } from '../kit/person.ts'
import type { BenchServer } from '../kit/server.ts'

const visits = 7

export type PaintTime = { page: string; firstMs: number; againMs: number; slowestRequest: string }

/**
 * The time to the largest contentful paint in a real Chromium on this machine: on a first visit with an empty cache,
 * and on a repeat visit. The median of a few visits, each to another product.
 */
export async function* benchPaint(server: BenchServer, client: pg.Client, person: Person): AsyncGenerator<PaintTime> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumSwitches })
  try {
    for (const [page, condition] of [
      ['product', 'product_no between 100 and 100000'],
      ['busy product', 'product_no < 10'],
    ] as const) {
      const { rows } = await client.query<{ product_id: string }>(
        `select product_id from bench.products where ${condition} order by bench.chance(product_no, 9) limit ${visits}`,
      )
      const first: number[] = []
      const again: number[] = []
      const requests: Request[] = []
      for (const { product_id } of rows) {
        const context = await browser.newContext({
          viewport: { width: 1280, height: 800 },
          storageState: {
            cookies: [],
            origins: [
              { origin: server.url, localStorage: [{ name: 'onhand-session', value: JSON.stringify(person.session) }] },
            ],
          },
        })
        const tab = await context.newPage()
        first.push(await paintOf(tab, `${server.url}/products/${product_id}`, requests))
        again.push(await paintOf(tab, `${server.url}/products/${product_id}`, requests))
        await context.close()
      }
      const slowest = requests.toSorted((a, b) => b.ms - a.ms)[0]
      yield {
        page,
        firstMs: medianOf(first),
        againMs: medianOf(again),
        slowestRequest: slowest ? `${slowest.path} ${slowest.ms.toFixed(0)} ms` : 'none',
      }
    }
  } finally {
    await browser.close()
  }
}

type Request = { path: string; ms: number }

type Seen = { paint: number; requests: Request[] }

/** What the browser recorded. As text, because only the browser has these types. */
const look = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve({
    paint: list.getEntries().at(-1).startTime,
    requests: performance.getEntriesByType('resource')
      .filter((entry) => entry.name.includes('/api/v1/') && !entry.name.endsWith('/events'))
      .map((entry) => ({ path: new URL(entry.name).pathname, ms: entry.responseEnd - entry.requestStart })),
  })).observe({ type: 'largest-contentful-paint', buffered: true })
})`

/** Opens a page, waits until it is complete, and returns when its largest element was painted. */
async function paintOf(tab: Page, url: string, requests: Request[]): Promise<number> {
  await tab.goto(url)
  await tab.getByText('Recent transfers').waitFor()
  // Not until the network is idle, because the event stream never ends. A late paint still counts.
  await tab.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]').first().waitFor({ state: 'detached' })
  await tab.waitForTimeout(500)
  const seen = await tab.evaluate<Seen>(look)
  requests.push(...seen.requests)
  return seen.paint
}
