import { violatedInvariants } from '../../ledger/invariants.ts'
import { newWindow, onSlowLine, onSlowProcessor, processorSlowdown, slowLine, withBrowser } from '../browser/browser.ts'
import { interactions } from '../browser/interactions.ts'
import { type Painted, paints, settled, slowestPress } from '../browser/paints.ts'
import { newWorkplace, pageNames, pagesOf } from '../browser/workplace.ts'
import { type Bench, shopWith } from './bench.ts'
import type { Shop } from '../kit/seed.ts'
import type { FigureSpec, Row } from './row.ts'

const products = 2_000
const paintTargetMs = 1_000
const firstPaintTargetMs = 1_200
const pressTargetMs = 100

const under = (name: string, reach: number): FigureSpec => ({
  name,
  unit: 'ms',
  better: 'less',
  target: { of: 'figure', reach },
})

const shop = (bench: Bench): Promise<Shop> => shopWith(bench, products, 'screens')

const firstVisit: Row = {
  name: 'screens-first-visit',
  what: `First visit with nothing cached at ${slowLine.bitsPerSecond / 1e6} Mbit/s and ${slowLine.latencyMs} ms, in Chromium`,
  figures: [
    under('sign-in, first paint', firstPaintTargetMs),
    { name: 'sign-in, largest paint', unit: 'ms', better: 'less' },
    under('dashboard, first paint', firstPaintTargetMs),
    { name: 'dashboard, largest paint', unit: 'ms', better: 'less' },
    { name: 'moved meanwhile', unit: '%', better: 'less', target: { of: 'figure', reach: 0 } },
  ],
  floor: 'none',
  async prepare(bench) {
    const { person } = await shop(bench)
    return ({ server }) =>
      withBrowser(async (browser) => {
        const seen: Painted[] = []
        for (const who of [null, person]) {
          const window = await newWindow(browser, server, who)
          await onSlowLine(window)
          await window.page.goto('/')
          seen.push(await paints(window.page))
          await window.context.close()
        }
        const moved = seen.reduce((sum, { shift }) => sum + shift, 0) * 100
        return { load: null, figures: [...seen.flatMap(({ firstMs, largestMs }) => [firstMs, largestMs]), moved] }
      })
  },
}

const largestPaint: Row = {
  name: 'screens-largest-paint',
  what: `Largest paint of a page that was seen before, on a processor slowed ${processorSlowdown} times`,
  figures: pageNames.map((name) => under(name, paintTargetMs)),
  floor: 'none',
  async prepare(bench) {
    const workplace = await newWorkplace(await shop(bench))
    const { person } = await shop(bench)
    return ({ server }) =>
      withBrowser(async (browser) => {
        const window = await newWindow(browser, server, person)
        const { page } = window
        const figures: number[] = []
        const paths = Object.values(pagesOf(workplace))
        for (const path of paths) {
          await page.goto(path)
          await settled(page)
        }
        await onSlowProcessor(window)
        for (const path of paths) {
          await page.goto(path)
          figures.push((await paints(page)).largestMs)
        }
        return { load: null, figures }
      })
  },
}

const presses: Row = {
  name: 'screens-interactions',
  what: `From a press to the next picture, on a processor slowed ${processorSlowdown} times; the slowest press of each`,
  figures: interactions.map(({ name }) => under(name, pressTargetMs)),
  floor: 'none',
  async prepare(bench) {
    const workShop = await shop(bench)
    return ({ server, admin }) =>
      withBrowser(async (browser) => {
        const workplace = await newWorkplace(workShop)
        const window = await newWindow(browser, server, workShop.person)
        await onSlowProcessor(window)
        const figures: number[] = []
        for (const { open, press, shown } of interactions) {
          await open(window.page, workplace)
          figures.push(
            await slowestPress(window.page, async () => {
              await press(window.page)
              await shown(window.page)
            }),
          )
        }
        const violated = (await violatedInvariants(admin)).map(({ name }) => name)
        return { load: null, figures, violated }
      })
  },
}

export const screenRows: Row[] = [firstVisit, largestPaint, presses]
