import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { everyHour } from './hourly.ts'
import { silentLog } from './log.ts'

test('a run that takes longer than the interval is followed by one run, a whole interval after its end', async () => {
  const everyMs = 200
  const runs: { began: number; ended?: number }[] = []
  const hourly = everyHour(
    async () => {
      const run: (typeof runs)[number] = { began: performance.now() }
      runs.push(run)
      if (runs.length === 1) await sleep(4 * everyMs)
      run.ended = performance.now()
    },
    silentLog,
    'a run failed',
    0,
    everyMs,
  )
  onTestFinished(() => hourly.close())
  await expect.poll(() => runs[2]?.ended, { timeout: 10_000 }).toBeDefined()
  const pauses = [1, 2].map((index) => runs[index]!.began - runs[index - 1]!.ended!)
  for (const pause of pauses) expect(pause).toBeGreaterThan(everyMs - 5)
})

test('a run that failed is followed by the next one, and none begins after the end', async () => {
  let runs = 0
  const work = async () => {
    runs++
    throw new Error('not now')
  }
  const hourly = everyHour(work, silentLog, 'a run failed', 0, 1)
  await expect.poll(() => runs).toBeGreaterThan(2)
  await hourly.close()
  const before = runs
  await sleep(20)
  expect(runs).toBe(before)
})

test('a first failure is retried soon, and the next ones wait for the next run', async () => {
  const began: number[] = []
  const work = async () => {
    began.push(performance.now())
    if (began.length !== 2) throw new Error('not now')
  }
  const everyMs = 300
  const hourly = everyHour(work, silentLog, 'a run failed', 0, everyMs, 1)
  onTestFinished(() => hourly.close())
  await expect.poll(() => began.length, { timeout: 10_000 }).toBeGreaterThan(5)
  const pauses = began.slice(1, 6).map((at, index) => at - began[index]!)
  // Failed, succeeded, failed, and then failing on: only the first failures are followed by the short pause.
  expect(pauses.map((pause) => pause < everyMs - 5)).toEqual([true, false, true, false, false])
})
